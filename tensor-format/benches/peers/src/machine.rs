//! The machine that the figures depend on.

use std::{fs, process::Command};

fn field(file: &str, name: &str) -> String {
    let text = fs::read_to_string(file).unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    line.split_once(':').map_or("unknown", |(_, value)| value.trim()).to_owned()
}

fn whole(file: &str) -> String {
    fs::read_to_string(file).map_or_else(|_| "unknown".to_owned(), |text| text.trim().to_owned())
}

/// Returns processor, memory, kernel and compiler in words.
pub(crate) fn facts() -> String {
    let cpu = "/proc/cpuinfo";
    let rustc = Command::new("rustc").arg("--version").output();
    let rustc =
        rustc.map_or_else(|_| "unknown".to_owned(), |out| String::from_utf8_lossy(&out.stdout).trim().to_owned());
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    format!(
        "- processor: {}, family {} model {}, cache {}, {cores} cores\n- memory: {}; huge pages: {}\n\
         - system: {} {}, kernel {}\n- compiler: {rustc}",
        field(cpu, "model name"),
        field(cpu, "cpu family"),
        field(cpu, "model\t"),
        field(cpu, "cache size"),
        field("/proc/meminfo", "MemTotal"),
        whole("/sys/kernel/mm/transparent_hugepage/enabled"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        whole("/proc/sys/kernel/osrelease"),
    )
}
