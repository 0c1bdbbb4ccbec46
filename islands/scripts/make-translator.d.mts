export function translatorPackage(): { "index.js": string; "package.json": string };
