// The fixture of the form tests: a form on an empty page, and a network with prepared answers.
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, vi } from "vitest";
import { islandElement } from "./island-harness.tsx";
import LeadForm from "../../src/forms/index.tsx";
import type { FormProps } from "../../src/forms/form-props.ts";
import { FIELDS } from "../../src/forms/kinds.ts";
import type { Kind } from "../../src/types.ts";
import { formProps, strings } from "../../gallery/forms.ts";

export const kinds = Object.keys(FIELDS) as Kind[];

export const root = (props: FormProps) => islandElement(LeadForm, props);

interface Post {
  url: string;
  body: Record<string, unknown>;
}

/** A status with a body, an error to throw, or no answer until the request is aborted. */
export type Answer = readonly [number, unknown] | Error | "never";

/** The posts of the current test. */
export const posts: Post[] = [];

const answers: Answer[] = [];

/** Prepares the answers to the next posts; later posts get a reference. */
export function answer(...next: Answer[]): void {
  answers.push(...next);
}

/** Gives each test of the calling file an empty page and a new network. */
export function resetEach(): void {
  beforeEach(() => {
    posts.length = 0;
    answers.length = 0;
    history.replaceState(null, "", "/contacto");
    vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
      posts.push({
        url,
        body: JSON.parse(init.body as string) as Post["body"],
      });
      const next =
        answers.shift() ??
        ([200, { reference: "abc", message: "ok" }] as const);
      if (next === "never") {
        return new Promise((_, reject) =>
          init.signal!.addEventListener("abort", () =>
            reject(new Error("aborted")),
          ),
        );
      }
      if (next instanceof Error) return Promise.reject(next);
      const [status, body] = next;
      return Promise.resolve(
        new Response(typeof body === "string" ? body : JSON.stringify(body), {
          status,
        }),
      );
    });
  });

  afterEach(() => {
    document.body.innerHTML = "";
    // The test files share one window.
    history.replaceState(null, "", "/");
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
}

/** Sets `navigator.onLine`. */
export function online(value: boolean): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(value);
}

/** Renders a form and returns it with the actions of a visitor. */
export function show(
  kind: Kind,
  lang: "es" | "en" = "es",
  more: Partial<FormProps> = {},
) {
  const t = strings[lang];
  const user = userEvent.setup();
  const view = render(root(formProps(kind, lang, more)));
  const form = view.container.querySelector("form")!;
  const box = (
    name: "name" | "phone" | "email" | "message",
  ): HTMLInputElement =>
    screen.getByRole("textbox", { name: new RegExp(`^${t.form[name]}`) });
  const group = (name: "space" | "identity") =>
    screen.getByRole("radiogroup", { name: t.form[name] });
  const button = () => form.querySelector<HTMLButtonElement>(".form-submit")!;
  // As autocompletion fills it in: at once, not letter by letter.
  const enter = async (name: Parameters<typeof box>[0], value: string) => {
    await user.click(box(name));
    await user.paste(value);
  };
  const fill = async (message = "Hola") => {
    await enter("name", "Ana López");
    await enter("phone", "984 555 0162");
    await enter("email", "ana@example.com");
    const fields = FIELDS[kind];
    if (fields.includes("space"))
      await user.click(within(group("space")).getAllByRole("radio")[0]!);
    await user.click(within(group("identity")).getAllByRole("radio")[0]!);
    if (fields.includes("message")) await enter("message", message);
  };
  const send = () => user.click(button());
  return { ...view, t, user, form, box, group, button, fill, send };
}
