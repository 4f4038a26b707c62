//! Points and triangles in the plane. The crate `robust` decides exactly on which side of a line or a circle
//! a point is.

use robust::{Coord, incircle, orient2d};

/// The least angle allowed, in degrees. With this bound Ruppert's algorithm ends if all angles of the input
/// are at least 60 degrees (Ruppert 1995, Shewchuk 2002): a new point is then never nearer to another than
/// points were before, up to a constant factor. It is arcsin(1 / (2 sqrt 2)) = 20.7048..., rounded down.
pub(crate) const SMALLEST_ANGLE: f64 = 20.7;

/// A point of the plane.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Point {
    pub(crate) fn middle(self, other: Self) -> Self {
        Self { x: (self.x + other.x) / 2.0, y: (self.y + other.y) / 2.0 }
    }

    fn minus(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }

    fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// Returns `true` if the point lies within the circle whose diameter is the segment.
    pub(crate) fn encroaches(self, [a, b]: [Self; 2]) -> bool {
        a.minus(self).dot(b.minus(self)) < 0.0
    }

    /// Returns `true` if the point lies to the left of the line from `a` to `b`. Exact.
    pub(crate) fn is_left_of(self, [a, b]: [Self; 2]) -> bool {
        orient2d(a.into(), b.into(), self.into()) > 0.0
    }
}

impl From<Point> for Coord<f64> {
    fn from(Point { x, y }: Point) -> Self {
        Self { x, y }
    }
}

/// A triangle of the mesh.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triangle {
    /// Counter-clockwise.
    pub(crate) corners: [Point; 3],
    /// `true` for sides that are part of the boundary of the mesh. Side 0 goes from corner 0 to corner 1.
    pub(crate) is_boundary: [bool; 3],
}

/// A flaw of a triangle, which refinement removes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Flaw {
    /// The corner that faces this boundary side encroaches on it.
    Encroached(usize),
    /// An angle is too small.
    Skinny,
}

impl Triangle {
    /// Returns the sides from corner to corner.
    pub(crate) fn sides(&self) -> [[Point; 2]; 3] {
        let [a, b, c] = self.corners;
        [[a, b], [b, c], [c, a]]
    }

    /// Returns the sides that are part of the boundary.
    pub(crate) fn boundary(&self) -> impl Iterator<Item = [Point; 2]> {
        self.sides().into_iter().zip(self.is_boundary).filter(|&(_, is)| is).map(|(side, _)| side)
    }

    /// Returns `true` if a point lies within the circle through the corners. Exact.
    pub(crate) fn circle_contains(&self, point: Point) -> bool {
        let [a, b, c] = self.corners.map(Coord::from);
        incircle(a, b, c, point.into()) > 0.0
    }

    /// Returns twice the area.
    pub(crate) fn double_area(&self) -> f64 {
        let [a, b, c] = self.corners;
        b.minus(a).cross(c.minus(a))
    }

    /// Returns the square of the sine of the smallest angle.
    pub(crate) fn squared_sine(&self) -> f64 {
        let mut squares = self.sides().map(|[a, b]| b.minus(a).dot(b.minus(a)));
        squares.sort_by(f64::total_cmp);
        let [_, middle, longest] = squares; // they enclose the smallest angle
        self.double_area().powi(2) / (middle * longest)
    }

    /// Returns the centre of the circle through the corners.
    pub(crate) fn centre(&self) -> Point {
        let [a, b, c] = self.corners;
        let (u, v) = (b.minus(a), c.minus(a));
        let (uu, vv, double) = (u.dot(u), v.dot(v), 2.0 * u.cross(v));
        Point { x: a.x + (v.y * uu - u.y * vv) / double, y: a.y + (u.x * vv - v.x * uu) / double }
    }

    /// Returns a flaw, if there is one.
    pub(crate) fn flaw(&self) -> Option<Flaw> {
        let faces = |side: usize| self.corners[(side + 2) % 3];
        let sides = self.sides();
        let encroached = |&side: &usize| self.is_boundary[side] && faces(side).encroaches(sides[side]);
        let is_skinny = self.squared_sine() < SMALLEST_ANGLE.to_radians().sin().powi(2);
        (0..3).find(encroached).map(Flaw::Encroached).or(is_skinny.then_some(Flaw::Skinny))
    }
}
