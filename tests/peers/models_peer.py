"""Holds the examples `voice_activity` and `file_type` to what the models say in their own runtime.

    models_peer.py EXAMPLES MODELS SOUNDS    folders: of the built examples, of `get_models.sh`, of alsa-utils' WAV files
"""

import re
import subprocess
import sys
import wave
from pathlib import Path

import magika
import numpy as np
import onnxruntime

EXAMPLES, MODELS, SOUNDS = map(Path, sys.argv[1:])
TOLERANCE = 1e-3

# Frames with speech, and frames.
SPEECH = {"Front_Center.wav": (32, 44), "Rear_Left.wav": (30, 41), "Noise.wav": (0, 43)}


def example(name, *arguments):
    return subprocess.run([EXAMPLES / name, *arguments], check=True, capture_output=True, text=True).stdout.splitlines()


def probabilities(session, path):
    with wave.open(str(path)) as sound:
        assert (sound.getnchannels(), sound.getsampwidth(), sound.getframerate()) == (1, 2, 48000), path
        samples = np.frombuffer(sound.readframes(sound.getnframes()), "<i2")[::3].astype("f4") / 32768
    state, context = np.zeros((2, 1, 128), "f4"), np.zeros(64, "f4")
    for start in range(0, len(samples) - 511, 512):
        frame = np.concatenate([context, samples[start : start + 512]])
        inputs = {"input": frame[None], "state": state, "sr": np.array(16000, "i8")}
        output, state = session.run(["output", "stateN"], inputs)
        context = frame[-64:]
        yield output.item()


def voices():
    session = onnxruntime.InferenceSession(MODELS / "silero_vad/data/silero_vad_16k_op15.onnx")
    frames, widest, seen = 0, 0.0, set()
    for path in sorted(SOUNDS.glob("*.wav")):
        summary, *lines = example("voice_activity", "--frames", path)
        found = [float(line.split()[-1]) for line in lines]
        expected = list(probabilities(session, path))
        assert len(found) == len(expected), (path, len(found), len(expected))
        widest = max([widest, *map(lambda a, b: abs(a - b), found, expected)])
        frames += len(found)
        speech = sum(probability >= 0.5 for probability in expected)
        assert summary == f"{path.name}: speech in {speech} of {len(expected)} frames of 32 ms", summary
        if path.name in SPEECH:
            assert SPEECH[path.name] == (speech, len(expected)), summary
            seen.add(path.name)
    assert seen == set(SPEECH), seen
    assert widest < TOLERANCE, widest
    print(f"voice_activity: {frames} frames as onnxruntime has them, within {widest:.0e}")


def types():
    files = [*Path("examples").glob("*.*"), *Path("docs").glob("*.md"), *Path("tests/files").iterdir()]
    files += [*Path("examples/assets").iterdir(), *SOUNDS.iterdir(), Path(".ci/run"), MODELS / "bin/magika", Path(sys.executable)]
    files = [path for path in files if path.is_file() and path.stat().st_size > 64]
    identify = magika.Magika(model_dir=MODELS / "magika/models/standard_v3_3").identify_path
    found = {}
    for line in example("file_type", *files):
        path, label, score = re.fullmatch(r"(.*): (\w+) \(([\d.]+)\)", line).groups()
        found[path] = label
        expected = identify(path).prediction
        assert label == expected.dl.label, (line, expected)
        assert abs(float(score) - expected.score) < TOLERANCE, (line, expected)
    assert len(found) == len(files), (len(found), len(files))
    assert found["examples/assets/picture.png"] == "png", found
    print(f"file_type: {len(found)} files of {len(set(found.values()))} types as magika has them")


def refusals():
    for name, arguments, why in [
        ("voice_activity", [], "which WAV files?"),
        ("voice_activity", ["nothing.wav"], "nothing.wav: No such file"),
        ("voice_activity", ["Cargo.toml"], "Cargo.toml: Ill-formed WAVE file"),
        ("voice_activity", ["examples/assets/sound.wav"], "one is needed, at a multiple of 16000 Hz"),
        ("file_type", [], "which files?"),
        ("file_type", ["nothing"], "nothing: No such file"),
    ]:
        run = subprocess.run([EXAMPLES / name, *arguments], capture_output=True, text=True)
        assert run.returncode == 1 and why in run.stderr, (name, arguments, run)


voices()
types()
refusals()
