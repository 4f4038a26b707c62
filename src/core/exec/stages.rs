//! Stages: work outside of loops that the statistics list.

use super::scope::Scope;
use super::{Exec, Stage};
use crate::Result;

impl Exec {
    /// Runs `f` on the calling thread as a stage, which appears in the statistics under its name.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] before it begins, or the error of `f`.
    ///
    /// # Examples
    ///
    /// ```
    /// use boscage::exec::Exec;
    ///
    /// let exec = Exec::new(2)?;
    /// let keys = exec.stage("read keys", || Ok(vec![5, 1, 3]))?;
    /// assert_eq!(keys.len(), 3);
    /// assert_eq!(exec.take_statistics().stages[0].name, "read keys");
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn stage<'s, R>(&self, stage: impl Into<Stage<'s>>, f: impl FnOnce() -> Result<R>) -> Result<R> {
        let _stage = self.begin_stage(stage.into(), 1)?;
        f()
    }

    /// Runs `f` as a stage on the threads of this `Exec`, as [`Exec::install`] does.
    ///
    /// # Errors
    /// As [`Exec::stage`].
    #[track_caller]
    pub fn parallel_stage<'s, R: Send>(
        &self,
        stage: impl Into<Stage<'s>>,
        f: impl FnOnce() -> Result<R> + Send,
    ) -> Result<R> {
        let _stage = self.begin_stage(stage.into(), self.threads())?;
        self.install(f)
    }

    /// Runs `f` as a stage on the threads that [`Exec::install_for`] chooses.
    ///
    /// # Errors
    /// As [`Exec::stage`].
    #[track_caller]
    pub fn stage_for<'s, R: Send>(
        &self,
        items: usize,
        stage: impl Into<Stage<'s>>,
        f: impl FnOnce() -> Result<R> + Send,
    ) -> Result<R> {
        if items <= Self::SMALL { self.stage(stage, f) } else { self.parallel_stage(stage, f) }
    }

    /// Begins a stage, which ends when the scope is dropped.
    #[track_caller]
    fn begin_stage<'a>(&'a self, stage: Stage<'a>, threads: usize) -> Result<Scope<'a>> {
        self.check_cancelled()?;
        Ok(Scope::of_stage(self.records(), stage, threads))
    }
}
