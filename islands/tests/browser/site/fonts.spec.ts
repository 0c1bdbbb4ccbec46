// The fonts themselves; every-page.spec.ts checks the characters of each page.
import { expect, test } from "../test.ts";
import { FONT_CHARACTERS } from "./font-characters.ts";

test("the fonts contain the characters of Spanish and English", () => {
  expect(Object.keys(FONT_CHARACTERS)).toHaveLength(2);
  for (const [family, characters] of Object.entries(FONT_CHARACTERS)) {
    const missing = [..."ÁÉÍÓÚÜÑáéíóúüñ¿¡«»“”‘’–—…·²$%&0123456789"].filter(
      (character) => !characters.has(character.codePointAt(0)!),
    );
    expect(missing, family).toEqual([]);
  }
});
