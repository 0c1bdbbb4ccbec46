"""Writes the initial corpus of each fuzz target from the files that the project ships."""

import json
import pathlib
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPUS = pathlib.Path(__file__).resolve().parent / "corpus"


def seed(target, name, text):
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"seed-{name}").write_text(text, encoding="utf-8")


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


for number, case in enumerate(json.loads(read("functions/cases/validation.json"))):
    fields = {"form": case["form"], **case["input"]}
    seed("post", f"{number}.json", json.dumps(fields, ensure_ascii=False))
    seed("post", f"{number}.form", urllib.parse.urlencode(fields))

for path in sorted((ROOT / "content/es").glob("*.md")):
    _, front, body = path.read_text(encoding="utf-8").split("---\n", 2)
    # Short inputs are tried more often.
    seed("front_matter", path.name, f"---\n{front[:1500]}---\n{body[:200]}")
    seed("markdown", path.name, body[:1500])
seed("markdown", "all.md", '## A {#b}\n\n[a](/b "c") <a@b.example> ![d](/e)\n\n|a|b|\n|-|:-:|\n|1|`2`|\n\n1. *x*\n   > y[^n]\n\n[^n]: z\n')

for group, texts in json.loads(read("content/es/strings.json")).items():
    seed("strings", group, json.dumps({group: texts}, ensure_ascii=False))

geometry = json.loads(read("content/geometry.json"))
for level in geometry["levels"]:
    few = {**level, "units": level["units"][:2]}
    seed("geometry", level["level"], json.dumps({**geometry, "levels": [few]}))

for call in ("inventory", "amenities"):
    answer = json.loads(read(f"content/{call}.json"))
    for name, items in answer["Data"].items():
        seed("answer", call, json.dumps({**answer, "Data": {name: items[:2]}}, ensure_ascii=False))

seed("payment", "plans.yaml", read("content/payment-plans.yaml"))

for number, path in enumerate((
    "a", "b/a", "b/c", ".well-known/a", "/etc/passwd", "%2fetc%2fpasswd", "..%2f..%2fcanary", "%2e%2e/canary", "b//../canary",
    "%252e%252e%252fcanary", "..\\canary", "c:canary", "a%00.html", "l", "up/canary", "b/up/canary", "root/etc/passwd", "_headers",
)):
    seed("served_path", str(number), path)
