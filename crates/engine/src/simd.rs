//! The vector instructions (SIMD) that the engines for many deals are compiled for, chosen when the program runs.
//!
//! Those engines are plain loops over arrays, compiled once for each [`SimdLevel`]: the compiler turns a loop over 16
//! numbers into one instruction where there is one. All compute the same values in different times. A value of this
//! type proves that the processor has the instructions, so no unsafe code is needed.
//!
//! ```
//! use pioche_engine::simd::SimdLevel;
//!
//! let names: Vec<String> = SimdLevel::available().map(|level| level.to_string()).collect();
//! assert_eq!(names[0], "baseline");
//! assert_eq!(SimdLevel::from_name(&names[0]).unwrap().to_string(), "baseline");
//! ```

use std::fmt;
use std::ops::{Deref, DerefMut};

/// A set of vector instructions that this processor has.
#[derive(Clone, Copy, Debug)]
pub struct SimdLevel(InstructionSet);

#[derive(Clone, Copy, Debug)]
enum InstructionSet {
    Baseline,
    /// Registers of 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2(pulp::x86::V3),
    /// Registers of 512 bits.
    #[cfg(target_arch = "x86_64")]
    Avx512(pulp::x86::V4),
}

/// A computation that is compiled for each set of instructions.
pub trait SimdKernel {
    /// The result.
    type Output;

    /// Computes the result with registers of `REGISTER_BYTES` bytes: 16, 32 or 64.
    ///
    /// Implementations need `#[inline(always)]`, as do all functions and closures that they call; otherwise the callees
    /// are compiled without the target feature. `array::map` must be avoided, since it calls a closure without it.
    fn run<const REGISTER_BYTES: usize>(self) -> Self::Output;
}

/// A computation with its registers, as `pulp` takes it.
#[cfg(target_arch = "x86_64")]
struct PulpKernel<J, const REGISTER_BYTES: usize>(J);

#[cfg(target_arch = "x86_64")]
impl<J: SimdKernel, const REGISTER_BYTES: usize> pulp::NullaryFnOnce
    for PulpKernel<J, REGISTER_BYTES>
{
    type Output = J::Output;

    #[inline(always)]
    fn call(self) -> J::Output {
        self.0.run::<REGISTER_BYTES>()
    }
}

impl SimdLevel {
    /// All levels that this processor has, from the baseline up.
    pub fn available() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let wider = [
            pulp::x86::V3::try_new().map(InstructionSet::Avx2),
            pulp::x86::V4::try_new().map(InstructionSet::Avx512),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let wider: [Option<InstructionSet>; 0] = [];
        std::iter::once(InstructionSet::Baseline)
            .chain(wider.into_iter().flatten())
            .map(Self)
    }

    /// The level with this name; `None` if the name is unknown or the processor lacks it.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::available().find(|known| known.to_string() == name)
    }

    /// Runs a kernel compiled for these instructions.
    #[inline]
    pub fn run<J: SimdKernel>(self, kernel: J) -> J::Output {
        match self.0 {
            InstructionSet::Baseline => kernel.run::<16>(),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2(proof) => proof.vectorize(PulpKernel::<_, 32>(kernel)),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512(proof) => proof.vectorize(PulpKernel::<_, 64>(kernel)),
        }
    }
}

/// The widest level that this processor has.
impl Default for SimdLevel {
    fn default() -> Self {
        Self::available()
            .last()
            .unwrap_or(Self(InstructionSet::Baseline))
    }
}

/// Writes the name: `baseline`, `avx2` or `avx512`.
impl fmt::Display for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            InstructionSet::Baseline => "baseline",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512(_) => "avx512",
        })
    }
}

/// A value at an address that is a multiple of 64 bytes, the size of the largest vector register.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Aligned<T>(pub T);

impl<T> Deref for Aligned<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Aligned<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
