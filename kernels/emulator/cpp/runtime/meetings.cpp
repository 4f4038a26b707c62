// Meetings of threads: the barriers of blocks and the operations of warps.
//
// The last thread to arrive computes the results of all, wakes the others and goes on. A thread that arrives
// where the others cannot be, or can no longer come, ends the launch; so does one that ends while others wait
// for it (scheduler.cpp).
//
// For the search for races, all arrive with a release and leave with an acquire of one token. There are two
// tokens in turn: see the scenario of the late leaver in ../../README.md.

#include "fault.hpp"
#include "races.hpp"
#include "scheduler.hpp"
#include "settings.hpp"

namespace emulator {

namespace {

const char* name_of(WarpOperation operation) {
    switch (operation) {
        case WarpOperation::Sync: return "__syncwarp";
        case WarpOperation::Ballot: return "__ballot_sync";
        case WarpOperation::Any: return "__any_sync";
        case WarpOperation::All: return "__all_sync";
        case WarpOperation::Shuffle: return "__shfl_sync";
        case WarpOperation::ShuffleUp: return "__shfl_up_sync";
        case WarpOperation::ShuffleDown: return "__shfl_down_sync";
        case WarpOperation::ShuffleXor: return "__shfl_xor_sync";
        case WarpOperation::MatchAny: return "__match_any_sync";
        case WarpOperation::ReduceAdd: return "__reduce_add_sync";
        case WarpOperation::ReduceAnd: return "__reduce_and_sync";
        case WarpOperation::ReduceOr: return "__reduce_or_sync";
        case WarpOperation::ReduceXor: return "__reduce_xor_sync";
        case WarpOperation::ReduceMinUnsigned:
        case WarpOperation::ReduceMinSigned: return "__reduce_min_sync";
        case WarpOperation::ReduceMaxUnsigned:
        case WarpOperation::ReduceMaxSigned: return "__reduce_max_sync";
    }
    return "?";
}

const char* name_of(Barrier barrier) {
    switch (barrier) {
        case Barrier::Plain: return "__syncthreads";
        case Barrier::Or: return "__syncthreads_or";
        case Barrier::And: return "__syncthreads_and";
        case Barrier::Count: return "__syncthreads_count";
    }
    return "?";
}

template <class Each>
void for_each_lane(uint32_t lanes, Each each) {
    for (; lanes != 0; lanes &= lanes - 1) {
        each(static_cast<uint32_t>(__builtin_ctz(lanes)));
    }
}

// Computes the results of the lanes in `lanes`, the first of which is `first[0]`'s.
void compute(WarpOperation operation, Thread* first, uint32_t lanes) {
    auto fold = [&](uint64_t start, auto step) {
        uint64_t folded = start;
        for_each_lane(lanes, [&](uint32_t lane) { folded = step(folded, first[lane].value); });
        for_each_lane(lanes, [&](uint32_t lane) { first[lane].result = folded; });
    };
    auto as_signed = [](uint64_t value) { return static_cast<int64_t>(value); };
    switch (operation) {
        case WarpOperation::Sync:
            return;
        case WarpOperation::Ballot: {
            uint64_t votes = 0;
            for_each_lane(lanes, [&](uint32_t lane) { votes |= first[lane].value << lane; });
            return fold(votes, [](uint64_t all, uint64_t) { return all; });
        }
        case WarpOperation::Any:
        case WarpOperation::ReduceOr:
            return fold(0, [](uint64_t a, uint64_t b) { return a | b; });
        case WarpOperation::All:
            return fold(1, [](uint64_t a, uint64_t b) { return a & b; });
        case WarpOperation::ReduceAnd:
            return fold(~0ull, [](uint64_t a, uint64_t b) { return a & b; });
        case WarpOperation::ReduceXor:
            return fold(0, [](uint64_t a, uint64_t b) { return a ^ b; });
        case WarpOperation::ReduceAdd:
            return fold(0, [](uint64_t a, uint64_t b) { return a + b; });
        case WarpOperation::ReduceMinUnsigned:
            return fold(~0ull, [](uint64_t a, uint64_t b) { return b < a ? b : a; });
        case WarpOperation::ReduceMaxUnsigned:
            return fold(0, [](uint64_t a, uint64_t b) { return a < b ? b : a; });
        case WarpOperation::ReduceMinSigned:
            return fold(INT64_MAX, [&](uint64_t a, uint64_t b) { return as_signed(b) < as_signed(a) ? b : a; });
        case WarpOperation::ReduceMaxSigned:
            return fold(static_cast<uint64_t>(INT64_MIN),
                        [&](uint64_t a, uint64_t b) { return as_signed(a) < as_signed(b) ? b : a; });
        case WarpOperation::Shuffle:
        case WarpOperation::ShuffleUp:
        case WarpOperation::ShuffleDown:
        case WarpOperation::ShuffleXor: {
            // The value from a lane that takes no part is undefined: it is that of fresh memory.
            uint64_t undefined = 0x0101010101010101 * static_cast<uint64_t>(fresh_byte());
            return for_each_lane(lanes, [&](uint32_t lane) {
                uint32_t from = first[lane].lane;
                first[lane].result = lanes >> from & 1 ? first[from].value : undefined;
            });
        }
        case WarpOperation::MatchAny:
            for (uint32_t left = lanes; left != 0;) {
                uint64_t value = first[__builtin_ctz(left)].value;
                uint32_t same = 0;
                for_each_lane(left, [&](uint32_t lane) {
                    same |= uint32_t{first[lane].value == value} << lane;
                });
                for_each_lane(same, [&](uint32_t lane) { first[lane].result = same; });
                left &= ~same;
            }
            return;
    }
}

// Waiting lanes that share a mask with this one must wait for the same operation.
void check_meeting(const Thread& self, const Thread* first, const Warp& warp, uint32_t named) {
    uint32_t bit = 1u << self.index % 32;
    if (named & warp.ended) {
        fault(Result::LAUNCH_FAILED, self.place, "%s names lane %d in its mask 0x%08x, which has ended",
              name_of(self.operation), __builtin_ffs(static_cast<int>(named & warp.ended)) - 1, self.mask);
    }
    // The first of the named lanes that wait is compared for all: each was compared with those that waited
    // before it.
    // it.
    uint32_t waiting = warp.waiting & named;
    waiting &= -waiting;
    for_each_lane(waiting | (warp.waiting & ~named), [&](uint32_t lane) {
        const Thread& other = first[lane];
        bool concerns = (named >> lane & 1) != 0 || (other.mask & bit) != 0;
        if (concerns && (other.operation != self.operation || other.mask != self.mask)) {
            fault(Result::LAUNCH_FAILED, self.place,
                  "lanes of one warp meet at different operations: %s with mask 0x%08x, lane %u at %s with mask 0x%08x",
                  name_of(self.operation), self.mask, lane, name_of(other.operation), other.mask);
        }
    });
}

}  // namespace

uint64_t warp_operation(WarpOperation operation, unsigned mask, uint64_t value, unsigned lane) {
    Thread& self = *scheduler.running;
    Warp& warp = self.block->warps[self.index / 32];
    Thread* first = &self.block->threads[self.index / 32 * 32];
    uint32_t own = self.index % 32;
    self.place = EMULATOR_PLACE;
    self.operation = operation;
    self.mask = mask;
    self.lane = lane;
    self.value = value;
    if ((mask >> own & 1) == 0) {
        fault(Result::LAUNCH_FAILED, self.place, "%s is called by lane %u, which is not in its mask 0x%08x",
              name_of(operation), own, mask);
    }
    if (operation >= WarpOperation::ReduceAdd && settings.capability_major < 8) {
        fault(Result::LAUNCH_FAILED, self.place, "%s needs compute capability 8.0, the device has %u.%u",
              name_of(operation), settings.capability_major, settings.capability_minor);
    }
    // Lanes that the block's size leaves out of its last warp do not count.
    uint32_t named = mask & warp.present;
    check_meeting(self, first, warp, named);
    // Disjoint masks meet separately: each has the token of its first lane.
    uint32_t first_lane = static_cast<uint32_t>(__builtin_ctz(named));
    char* token = self.block->shared->token(2 + ((self.index / 32 * 32 + first_lane) * 2 + warp.meetings % 2));
    races::release(token);
    warp.waiting |= 1u << own;
    if ((warp.waiting & named) != named) {
        scheduler.wait(State::InWarp);
    } else {
        compute(operation, first, named);
        warp.waiting &= ~named;
        warp.meetings++;
        for_each_lane(named & ~(1u << own), [&](uint32_t other) { scheduler.wake(first[other]); });
        scheduler.maybe_preempt();
    }
    races::acquire(token);
    return self.result;
}

int block_barrier(Barrier barrier, int predicate) {
    Thread& self = *scheduler.running;
    Block& block = *self.block;
    self.place = EMULATOR_PLACE;
    if (block.ended > 0) {
        fault(Result::LAUNCH_FAILED, self.place,
              "divergent barrier: the thread is at %s, %u threads of its block ended without reaching it",
              name_of(barrier), block.ended);
    }
    if (block.arrived > 0 && block.barrier != barrier) {
        fault(Result::LAUNCH_FAILED, self.place, "divergent barrier: the thread is at %s, others of its block at %s",
              name_of(barrier), name_of(block.barrier));
    }
    char* token = block.shared->token(block.barriers_passed % 2);
    races::release(token);
    block.barrier = barrier;
    block.arrived++;
    block.arrived_true += predicate != 0;
    if (block.arrived < block.size) {
        scheduler.wait(State::AtBarrier);
    } else {
        uint32_t true_count = block.arrived_true;
        block.barrier_result = barrier == Barrier::Or    ? true_count > 0
                               : barrier == Barrier::And ? true_count == block.size
                                                         : static_cast<int>(true_count);
        block.arrived = 0;
        block.arrived_true = 0;
        block.barriers_passed++;
        if (races::searched) {
            scheduler.progress();  // plain stores go unseen there
        }
        for (uint32_t i = 0; i < block.size; i++) {
            if (&block.threads[i] != &self) {
                scheduler.wake(block.threads[i]);
            }
        }
        scheduler.step_aside();
    }
    races::acquire(token);
    return block.barrier_result;
}

}  // namespace emulator
