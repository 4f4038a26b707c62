#include "races.hpp"

#ifdef BOSCAGE_EMULATOR_RACES

namespace emulator::races {

std::string take_report() { return {}; }

}  // namespace emulator::races

#endif
