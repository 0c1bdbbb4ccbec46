//! Time that passes when everything waits for it.

use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::{BoxFuture, poll_fn};
use publish::clock::Timer;

/// The time of a test, and who waits for which moment.
#[derive(Debug, Default)]
pub struct Time {
    state: Mutex<(Duration, Vec<(Duration, Waker)>)>,
}

/// The time of this thread's test.
pub fn time() -> Arc<Time> {
    thread_local!(static TIME: Arc<Time> = Arc::default());
    TIME.with(Arc::clone)
}

impl Time {
    /// Does the work. Each time that it waits, goes on to the next moment that something waits for.
    pub fn run<T>(&self, work: impl Future<Output = T>) -> T {
        struct Flag(AtomicBool);
        impl Wake for Flag {
            fn wake(self: Arc<Self>) {
                self.0.store(true, Ordering::SeqCst);
            }
        }
        let flag = Arc::new(Flag(AtomicBool::new(false)));
        let waker = Waker::from(Arc::clone(&flag));
        let mut work = pin!(work);
        loop {
            if let Poll::Ready(done) = work.as_mut().poll(&mut Context::from_waker(&waker)) {
                return done;
            }
            if !flag.0.swap(false, Ordering::SeqCst) {
                self.advance();
                flag.0.store(false, Ordering::SeqCst);
            }
        }
    }

    fn advance(&self) {
        let mut state = self.state.lock().unwrap();
        let next = state.1.iter().map(|(moment, _)| *moment).min();
        state.0 = next.expect("everything waits, and nothing for a moment");
        let now = state.0;
        let due: Vec<_> = state
            .1
            .extract_if(.., |(moment, _)| *moment <= now)
            .collect();
        drop(state);
        due.into_iter().for_each(|(_, waker)| waker.wake());
    }
}

impl Timer for Time {
    fn elapsed(&self) -> Duration {
        self.state.lock().unwrap().0
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        // The time of the thread is this one.
        let time = time();
        let moment = self.elapsed() + duration;
        poll_fn(move |context| {
            let mut state = time.state.lock().unwrap();
            if state.0 >= moment {
                return Poll::Ready(());
            }
            state.1.push((moment, context.waker().clone()));
            Poll::Pending
        })
        .boxed()
    }
}
