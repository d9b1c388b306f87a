//! Processes of this program, started and ended by it.

use std::{
    error::Error,
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// The most seconds until all are there, and until they have work.
const PATIENCE: Duration = Duration::from_secs(240);

/// The number of rows that each executor has seen when one is killed.
const MIDDLE: u64 = 10_000;

/// A scheduler and its executors, which end with this value.
pub struct Processes {
    scheduler: SocketAddr,
    /// The scheduler first.
    children: Vec<Arc<Mutex<Child>>>,
    /// The number of rows that the slow function has seen in each executor.
    seen: Vec<Arc<AtomicU64>>,
    folder: PathBuf,
}

impl Processes {
    /// Starts a scheduler and so many executors, and waits until they know each other.
    pub fn start(executors: usize) -> Result<Self, Box<dyn Error>> {
        let ports = free_ports(1 + 2 * executors)?;
        let scheduler = SocketAddr::from((Ipv4Addr::LOCALHOST, ports[0]));
        let folder = std::env::temp_dir().join(format!("engine-ballista-{}", std::process::id()));
        let mut this = Self { scheduler, children: Vec::new(), seen: Vec::new(), folder };
        this.child(&["scheduler", &scheduler.to_string()])?;
        this.wait("healthz")?;
        for (index, ports) in ports[1..].chunks(2).enumerate() {
            let folder = this.folder.join(index.to_string());
            fs::create_dir_all(&folder)?;
            let address = SocketAddr::from((Ipv4Addr::LOCALHOST, ports[0])).to_string();
            let folder = folder.to_str().ok_or("a folder whose name is no text")?;
            this.child(&["executor", &address, &ports[1].to_string(), &scheduler.to_string(), folder])?;
        }
        this.wait("readyz")?;
        Ok(this)
    }

    /// Returns the address of the scheduler.
    pub fn scheduler(&self) -> SocketAddr {
        self.scheduler
    }

    /// Starts a process, and counts the rows that an executor says.
    fn child(&mut self, arguments: &[&str]) -> Result<(), Box<dyn Error>> {
        let output = if arguments[0] == "executor" { Stdio::piped() } else { Stdio::null() };
        let mut child = Command::new(std::env::current_exe()?).args(arguments).stdout(output).spawn()?;
        if let Some(output) = child.stdout.take() {
            let seen = Arc::new(AtomicU64::new(0));
            self.seen.push(seen.clone());
            thread::spawn(move || {
                for rows in BufReader::new(output).lines().map_while(Result::ok).filter_map(|line| line.parse().ok()) {
                    seen.store(rows, Ordering::SeqCst);
                }
            });
        }
        self.children.push(Arc::new(Mutex::new(child)));
        Ok(())
    }

    /// Waits until the scheduler says that all is well.
    fn wait(&self, question: &str) -> Result<(), Box<dyn Error>> {
        let start = Instant::now();
        while !is_fine(self.scheduler, question) {
            if start.elapsed() > PATIENCE {
                return Err(format!("the scheduler is not {question} after {PATIENCE:?}").into());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// Kills an executor as soon as each has seen [`MIDDLE`] rows of the slow query. The thread returns the number of
    /// rows that the one that is left had seen then, and the number when it is asked.
    pub fn kill_in_the_middle(&mut self, index: usize) -> Killed {
        let (child, seen) = (self.children[1 + index].clone(), self.seen.clone());
        let left = seen[1 - index].clone();
        let waiting = thread::spawn(move || {
            let start = Instant::now();
            while seen.iter().any(|seen| seen.load(Ordering::SeqCst) < MIDDLE) {
                if start.elapsed() > PATIENCE {
                    return 0;
                }
                thread::sleep(Duration::from_millis(5));
            }
            let before = seen[1 - index].load(Ordering::SeqCst);
            let killed = child.lock().is_ok_and(|mut child| child.kill().and_then(|()| child.wait()).is_ok());
            if killed { before } else { 0 }
        });
        Killed { waiting, left }
    }
}

/// An executor that is killed meanwhile.
pub struct Killed {
    waiting: JoinHandle<u64>,
    left: Arc<AtomicU64>,
}

impl Killed {
    /// Returns the number of rows that the other executor had seen when this one was killed, 0 if it was not, and the
    /// number by now.
    pub fn join(self) -> thread::Result<[u64; 2]> {
        Ok([self.waiting.join()?, self.left.load(Ordering::SeqCst)])
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        for child in &self.children {
            if let Ok(mut child) = child.lock() {
                // One of them has ended before.
                let _ = child.kill();
                let _ = child.wait();
            }
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Returns ports that nobody uses, all at once so that they differ.
fn free_ports(count: usize) -> Result<Vec<u16>, Box<dyn Error>> {
    let listeners = (0..count).map(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0))).collect::<Result<Vec<_>, _>>()?;
    Ok(listeners.iter().map(|listener| Ok(listener.local_addr()?.port())).collect::<Result<_, std::io::Error>>()?)
}

/// Asks the scheduler how it is, over HTTP.
fn is_fine(scheduler: SocketAddr, question: &str) -> bool {
    let ask = || -> std::io::Result<bool> {
        let mut stream = TcpStream::connect(scheduler)?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        write!(stream, "GET /{question} HTTP/1.1\r\nHost: {scheduler}\r\nConnection: close\r\n\r\n")?;
        let mut answer = [0; 12];
        stream.read_exact(&mut answer)?;
        Ok(answer == *b"HTTP/1.1 200")
    };
    ask().unwrap_or(false)
}
