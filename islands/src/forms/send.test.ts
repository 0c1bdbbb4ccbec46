// Call 6 of the specification: on failure, the body of the response is the error that the caller gets.
import { describe, expect, it } from "vitest";
import { answer, posts, resetEach } from "../../tests/unit/form-fixture.tsx";
import { strings } from "../../gallery/forms.ts";
import { post, type PostFailure } from "./send.ts";

resetEach();

const URL = "/mail/send";

describe.each(["es", "en"] as const)("post, in %s", (lang) => {
  const { validation, errors, form } = strings[lang];
  const mail = {
    lang,
    name: "Ana",
    email: "ana@example.com",
    subject: "Visita",
    message: "Hola",
  };

  it("sends the mail object, and returns the answer", async () => {
    await expect(post(URL, mail)).resolves.toEqual({
      reference: "abc",
      message: "ok",
    });
    expect(posts).toEqual([{ url: URL, body: mail }]);
  });

  it.each([
    [400, { error: errors.bad_request }],
    [403, { error: errors.not_allowed }],
    [409, { error: form.failure }],
    [422, { errors: { email: validation.email_required } }],
    [429, { error: errors.too_many }],
    [503, { error: form.failure }],
    [502, "<!doctype html><h1>Bad Gateway</h1>"],
    [500, ""],
  ])("throws the body of status %i", async (status, body) => {
    answer([status, body]);
    const thrown = await post(URL, mail).catch(
      (error: unknown) => error as PostFailure,
    );
    expect(thrown).toBeInstanceOf(Error);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    expect(thrown).toMatchObject({ status, message: text });
  });

  it("throws what broke when there is no response", async () => {
    const broken = new TypeError("Failed to fetch");
    answer(broken);
    await expect(post(URL, mail)).rejects.toBe(broken);
  });
});
