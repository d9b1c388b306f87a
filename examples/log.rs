//! A log that survives a crash at any byte: records are appended one after another, and what a crash has left of the last
//! one is cut off when the log is opened again.
//!
//! `log` starts itself as a process that appends, kills it, and checks the log, 20 times; `log 1000` does so 1,000 times.

use std::{
    env,
    error::Error,
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Stdio},
    thread::sleep,
    time::Duration,
};

use tensor_format::{ErrorKind, Tensor, decthings::Options, to_vec};

/// One entry of the log.
#[derive(Tensor, Debug, PartialEq)]
struct Entry {
    id: u64,
    features: Vec<f32>,
    label: Option<String>,
}

impl Entry {
    fn new(id: u64) -> Self {
        let label = id.is_multiple_of(3).then(|| format!("entry {id}"));
        Self { id, features: vec![id as f32; (id % 5) as usize], label }
    }
}

struct Log {
    file: File,
    entries: u64,
}

impl Log {
    /// Opens a log, cut to the entries that are whole.
    fn open(path: &Path) -> Result<Self, Box<dyn Error>> {
        let file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        let mut entries = Options::new().sequence_from_reader::<Entry, _>(BufReader::new(&file));
        let mut count = 0;
        for entry in entries.by_ref() {
            match entry {
                Ok(entry) => assert_eq!(entry, Entry::new(count)),
                // A crash leaves the beginning of an entry. Any other error is another fault, and cutting would hide it.
                Err(error) if matches!(error.kind(), ErrorKind::UnexpectedEnd { .. }) => break,
                Err(error) => return Err(error.into()),
            }
            count += 1;
        }
        let whole = entries.offset();
        drop(entries);
        if file.metadata()?.len() > whole {
            file.set_len(whole)?;
            file.sync_all()?;
        }
        Ok(Self { file, entries: count })
    }

    /// Appends an entry, which is on the disk when this returns. The entry is written in pieces, as a large one may be.
    fn append(&mut self, entry: &Entry) -> Result<(), Box<dyn Error>> {
        for piece in to_vec(entry)?.chunks(2) {
            self.file.write_all(piece)?;
        }
        self.file.sync_data()?;
        self.entries += 1;
        Ok(())
    }
}

/// Appends entries until the process is killed, and prints how many are on the disk.
fn write(path: &Path) -> Result<(), Box<dyn Error>> {
    let mut log = Log::open(path)?;
    loop {
        log.append(&Entry::new(log.entries))?;
        println!("{}", log.entries);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let kills = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["write", path] => return write(Path::new(path)),
        [kills] => kills.parse()?,
        _ => 20,
    };
    let path = env::temp_dir().join(format!("tensor-format-log-{}", std::process::id()));
    let (mut torn, mut total, mut entries) = (0, 0, 0);
    for kill in 0..kills {
        // Each writer reads the log from its beginning, so that it begins anew now and then.
        if kill > 0 && kill % 50 == 0 {
            std::fs::remove_file(&path)?;
            entries = 0;
        }
        let mut writer = Command::new(env::current_exe()?).arg("write").arg(&path).stdout(Stdio::piped()).spawn()?;
        let mut said = BufReader::new(writer.stdout.take().ok_or("no output")?).lines();
        let first = said.next().ok_or("nothing was written")??;
        sleep(Duration::from_micros(kill * 37 % 2_000));
        writer.kill()?;
        writer.wait()?;
        let said: u64 = said.map_while(Result::ok).last().unwrap_or(first).parse()?;

        let before = path.metadata().map_or(0, |file| file.len());
        let log = Log::open(&path)?;
        torn += u64::from(log.file.metadata()?.len() < before);
        assert!(log.entries >= said && said > entries, "{said} entries were written, {} are there", log.entries);
        total += log.entries - entries;
        entries = log.entries;
    }
    println!("killed {kills} times: {total} entries, {torn} torn ones cut off");

    // Whatever byte a crash ends the file at, the entries before it are there.
    let bytes: Vec<u8> = (0..20).map(|id| to_vec(&Entry::new(id))).collect::<Result<Vec<_>, _>>()?.concat();
    for end in 0..=bytes.len() {
        std::fs::write(&path, &bytes[..end])?;
        let mut log = Log::open(&path)?;
        let id = log.entries;
        log.append(&Entry::new(id))?;
        assert_eq!(Log::open(&path)?.entries, id + 1);
    }
    println!("cut at each of {} bytes: every entry before it is there", bytes.len());
    std::fs::remove_file(&path)?;
    Ok(())
}
