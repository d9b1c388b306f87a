"""Holds the examples `voice_activity`, `voice_server`, `voice_client` and `file_type` to what the models say in their own
runtime. `voice_server` is called by `voice_client` and by Triton's own client.

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
import tritonclient.http
from tritonclient.utils import InferenceServerException

EXAMPLES, MODELS, SOUNDS = map(Path, sys.argv[1:])
TOLERANCE = 1e-3

# Frames with speech, and frames.
SPEECH = {"Front_Center.wav": (32, 44), "Rear_Left.wav": (30, 41), "Noise.wav": (0, 43)}


def example(name, *arguments):
    return subprocess.run([EXAMPLES / name, *arguments], check=True, capture_output=True, text=True).stdout.splitlines()


def probabilities(run, path):
    """Each frame judged by a function of the three inputs that gives output and state."""
    with wave.open(str(path)) as sound:
        assert (sound.getnchannels(), sound.getsampwidth(), sound.getframerate()) == (1, 2, 48000), path
        samples = np.frombuffer(sound.readframes(sound.getnframes()), "<i2")[::3].astype("f4") / 32768
    state, context = np.zeros((2, 1, 128), "f4"), np.zeros(64, "f4")
    for start in range(0, len(samples) - 511, 512):
        frame = np.concatenate([context, samples[start : start + 512]])
        output, state = run({"input": frame[None], "state": state, "sr": np.array(16000, "i8")})
        context = frame[-64:]
        yield output.item()


def expected_voices():
    session = onnxruntime.InferenceSession(MODELS / "silero_vad/data/silero_vad_16k_op15.onnx")
    run = lambda inputs: session.run(["output", "stateN"], inputs)
    return {path: list(probabilities(run, path)) for path in sorted(SOUNDS.glob("*.wav"))}


def voices(program, voices_of, *options):
    frames, widest, seen = 0, 0.0, set()
    for path, expected in voices_of.items():
        summary, *lines = example(program, "--frames", *options, path)
        found = [float(line.split()[-1]) for line in lines]
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
    print(f"{program}: {frames} frames as onnxruntime has them, within {widest:.0e}")


def triton_client(address, voices_of):
    """The same by Triton's client: tensors as bytes, a scalar among them."""
    client = tritonclient.http.InferenceServerClient(address)
    metadata = client.get_model_metadata("voice_activity")
    listed = [(tensor["name"], tensor["datatype"], tensor["shape"]) for tensor in metadata["inputs"]]
    assert listed == [("input", "FP32", [-1, -1]), ("state", "FP32", [2, -1, 128]), ("sr", "INT64", [])], listed

    def run(inputs):
        given = []
        for name, array in inputs.items():
            datatype = "INT64" if array.dtype == np.int64 else "FP32"
            given.append(tritonclient.http.InferInput(name, list(array.shape), datatype))
            given[-1].set_data_from_numpy(array)
        answer = client.infer("voice_activity", given)
        return answer.as_numpy("output"), answer.as_numpy("stateN")

    name = next(path for path in voices_of if path.name in SPEECH)
    found, expected = list(probabilities(run, name)), voices_of[name]
    widest = max(map(lambda a, b: abs(a - b), found, expected))
    assert len(found) == len(expected) and widest < TOLERANCE, (name, widest)
    print(f"tritonclient: {len(found)} frames as onnxruntime has them, within {widest:.0e}")
    wrong = {"input": np.zeros((1, 576), "f4"), "state": np.zeros((2, 1, 64), "f4"), "sr": np.array(16000, "i8")}
    try:
        run(wrong)
    except InferenceServerException as error:
        assert "parameter `state`: axis 2: expected 128, found 64" in str(error), error
    else:
        raise AssertionError("a state of another shape was not refused")


def served(voices_of):
    command = [EXAMPLES / "voice_server", "127.0.0.1:0"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        address = server.stdout.readline().strip()
        voices("voice_client", voices_of, address)
        triton_client(address.removeprefix("http://"), voices_of)
        server.stdin.close()
        assert server.wait(20) == 0, server.returncode


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
        ("voice_client", [], "which server, and which WAV files?"),
        ("voice_client", ["127.0.0.1:1", "a.wav"], "Connection refused"),
        ("file_type", [], "which files?"),
        ("file_type", ["nothing"], "nothing: No such file"),
    ]:
        run = subprocess.run([EXAMPLES / name, *arguments], capture_output=True, text=True)
        assert run.returncode == 1 and why in run.stderr, (name, arguments, run)


expected = expected_voices()
voices("voice_activity", expected)
served(expected)
types()
refusals()
