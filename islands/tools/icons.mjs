// Renders drawings to small PNG files, started by the generator. The drawings have no text, so no font is needed.
// In (standard input): {"jobs": [{"svg": text, "out": file}]}. Out (standard output): one JSON line a job: {} or {"error"}.
import { readFileSync } from "node:fs";
import sharp from "sharp";

const { jobs } = JSON.parse(readFileSync(0, "utf8"));
for (const { svg, out } of jobs) {
  const answer = await sharp(Buffer.from(svg))
    .removeAlpha()
    .png({ palette: true, effort: 10, dither: 0 })
    .toFile(out)
    .then(
      () => ({}),
      (error) => ({ error: String(error?.message ?? error).split("\n")[0] }),
    );
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
