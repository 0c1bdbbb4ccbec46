// Limits what a library finds by fontconfig to the fonts of one folder: with fonts of the system, each machine would render
// other pictures and documents, and searching them takes some milliseconds.
const { mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

/** Lets libraries find the fonts of this folder only. Call it before the library is loaded or looks for fonts. */
function useOnlyFonts(folder) {
  const settings = mkdtempSync(join(tmpdir(), "fonts-"));
  const escaped = folder.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  writeFileSync(
    join(settings, "fonts.conf"),
    `<fontconfig><dir>${escaped}</dir></fontconfig>`,
  );
  process.env.FONTCONFIG_FILE = join(settings, "fonts.conf");
  process.on("exit", () => rmSync(settings, { recursive: true, force: true }));
}

module.exports = { useOnlyFonts };
