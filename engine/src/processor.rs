//! Which vector instructions of the processor the engines for many deals use.
//!
//! Those engines are plain loops over arrays, compiled once for each entry of [`Processor`]: the compiler turns a loop
//! over 16 numbers into one instruction where there is one. All give the same values; only the time differs. A value
//! of this type is a proof that the instructions are there, so nothing here is unsafe.

use std::fmt;
#[cfg(target_arch = "x86_64")]
use std::marker::PhantomData;

/// A set of instructions that this processor has.
#[derive(Clone, Copy, Debug)]
pub struct Processor(Set);

#[derive(Clone, Copy, Debug)]
enum Set {
    /// What every processor of the architecture has.
    Baseline,
    /// Registers of 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2(pulp::x86::V3),
    /// Registers of 512 bits.
    #[cfg(target_arch = "x86_64")]
    Avx512(pulp::x86::V4),
}

/// A computation that is compiled for each set of instructions.
pub trait Job {
    /// What it gives.
    type Answer;

    /// Computes, in loops over as many lanes as `L` says.
    ///
    /// Write `#[inline(always)]` here and on all that is called, or the instructions are not used; that goes for closures
    /// too, so `array::map` is out of place.
    fn run<L: LaneCounts>(self) -> Self::Answer;
}

/// The numbers of lanes that an inner loop handles together, measured for each set of instructions.
pub trait LaneCounts {
    /// Lanes of a loop that holds little for each lane and in which each step waits for the last.
    const WIDE: usize;
    /// Lanes of a loop that holds so much for each lane that the registers are soon full.
    const NARROW: usize;
}

/// The lane counts for the instructions that every processor has.
struct BaselineLanes;

impl LaneCounts for BaselineLanes {
    const WIDE: usize = 16;
    const NARROW: usize = 16;
}

/// The lane counts for registers of 256 bits.
#[cfg(target_arch = "x86_64")]
struct Avx2Lanes;

#[cfg(target_arch = "x86_64")]
impl LaneCounts for Avx2Lanes {
    const WIDE: usize = 32;
    const NARROW: usize = 16;
}

/// The lane counts for registers of 512 bits.
#[cfg(target_arch = "x86_64")]
struct Avx512Lanes;

#[cfg(target_arch = "x86_64")]
impl LaneCounts for Avx512Lanes {
    const WIDE: usize = 64;
    const NARROW: usize = 32;
}

/// A computation with its lane counts, as `pulp` takes it.
#[cfg(target_arch = "x86_64")]
struct PulpKernel<J, L>(J, PhantomData<L>);

#[cfg(target_arch = "x86_64")]
impl<J: Job, L: LaneCounts> pulp::NullaryFnOnce for PulpKernel<J, L> {
    type Output = J::Answer;

    #[inline(always)]
    fn call(self) -> J::Answer {
        self.0.run::<L>()
    }
}

impl Processor {
    /// All that this processor has, from the baseline up.
    pub fn all() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let wider = [pulp::x86::V3::try_new().map(Set::Avx2), pulp::x86::V4::try_new().map(Set::Avx512)];
        #[cfg(not(target_arch = "x86_64"))]
        let wider: [Option<Set>; 0] = [];
        std::iter::once(Set::Baseline).chain(wider.into_iter().flatten()).map(Self)
    }

    /// The one with this name, if this processor has it.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|known| known.to_string() == name)
    }

    /// Computes with these instructions.
    #[inline]
    pub fn run<J: Job>(self, job: J) -> J::Answer {
        match self.0 {
            Set::Baseline => job.run::<BaselineLanes>(),
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(proof) => proof.vectorize(PulpKernel(job, PhantomData::<Avx2Lanes>)),
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(proof) => proof.vectorize(PulpKernel(job, PhantomData::<Avx512Lanes>)),
        }
    }
}

/// The widest one.
impl Default for Processor {
    fn default() -> Self {
        Self::all().last().unwrap_or(Self(Set::Baseline))
    }
}

/// `baseline`, `avx2`, `avx512`.
impl fmt::Display for Processor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Set::Baseline => "baseline",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(_) => "avx512",
        })
    }
}
