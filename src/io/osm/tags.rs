//! The tags of a way that profiles look at.

/// A key of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Key {
    Highway,
    Name,
    Oneway,
    OnewayBicycle,
    Junction,
    Area,
    Service,
    Access,
    Vehicle,
    MotorVehicle,
    Motorcar,
    Bicycle,
    Foot,
    Cycleway,
    CyclewayLeft,
    CyclewayRight,
    CyclewayBoth,
    /// A key that no profile looks at.
    Other,
}

impl Key {
    /// The key with this name.
    pub(super) fn of(name: &[u8]) -> Self {
        match name {
            b"highway" => Self::Highway,
            b"name" => Self::Name,
            b"oneway" => Self::Oneway,
            b"oneway:bicycle" => Self::OnewayBicycle,
            b"junction" => Self::Junction,
            b"area" => Self::Area,
            b"service" => Self::Service,
            b"access" => Self::Access,
            b"vehicle" => Self::Vehicle,
            b"motor_vehicle" => Self::MotorVehicle,
            b"motorcar" => Self::Motorcar,
            b"bicycle" => Self::Bicycle,
            b"foot" => Self::Foot,
            b"cycleway" => Self::Cycleway,
            b"cycleway:left" => Self::CyclewayLeft,
            b"cycleway:right" => Self::CyclewayRight,
            b"cycleway:both" => Self::CyclewayBoth,
            _ => Self::Other,
        }
    }
}

/// The values of the tags of a way.
#[derive(Clone, Debug, Default)]
pub(super) struct Tags<'a>([Option<&'a str>; Key::Other as usize]);

impl<'a> Tags<'a> {
    /// The value of a key.
    pub(super) fn get(&self, key: Key) -> Option<&'a str> {
        self.0.get(key as usize).copied().flatten()
    }

    /// Sets the value of a key, unless it is one that no profile looks at.
    pub(super) fn set(&mut self, key: Key, value: &'a str) {
        if let Some(place) = self.0.get_mut(key as usize) {
            *place = Some(value);
        }
    }
}
