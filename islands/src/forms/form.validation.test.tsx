// The validation of a form: which errors it shows, and when.
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { resetEach, posts, show } from "../../tests/unit/form-fixture.tsx";
import { LANGS } from "../../tests/unit/island-harness.tsx";

resetEach();

describe.each(LANGS)("checking, in %s", (lang) => {
  it("shows an error at each missing field, and focuses the first", async () => {
    const { t, box, group, send } = show("contact", lang);
    await send();
    const { validation } = t;
    expect(box("name")).toHaveAccessibleDescription(validation.name_required);
    expect(box("phone")).toHaveAccessibleDescription(
      `${t.form.phone_hint} ${validation.phone_required}`,
    );
    expect(box("email")).toHaveAccessibleDescription(validation.email_required);
    expect(group("space")).toHaveAccessibleDescription(
      validation.space_required,
    );
    expect(group("identity")).toHaveAccessibleDescription(
      validation.identity_required,
    );
    for (const control of [
      box("name"),
      box("phone"),
      box("email"),
      group("space"),
      group("identity"),
    ]) {
      expect(control).toHaveAttribute("aria-invalid", "true");
    }
    expect(box("message")).not.toHaveAttribute("aria-invalid");
    expect(box("name")).toHaveFocus();
    expect(posts).toEqual([]);
  });

  it("focuses the first option of a missing choice", async () => {
    const { box, group, user, send } = show("contact", lang);
    await user.type(box("name"), "Ana");
    await user.type(box("phone"), "9845550162");
    await user.type(box("email"), "ana@example.com");
    await send();
    await waitFor(() =>
      expect(within(group("space")).getAllByRole("radio")[0]).toHaveFocus(),
    );
  });

  it("checks a field when it loses the focus, but not one in which nothing was typed", async () => {
    const { t, box, user } = show("contact", lang);
    await user.click(box("name"));
    await user.tab();
    expect(box("name")).not.toHaveAttribute("aria-invalid");
    await user.keyboard("984 OFICINA");
    expect(box("phone")).not.toHaveAttribute("aria-invalid");
    await user.tab();
    expect(box("phone")).toHaveAccessibleDescription(
      expect.stringContaining(t.validation.phone_digits),
    );
  });

  it("removes an error as soon as it is fixed, and shows none while typing", async () => {
    const { t, box, user } = show("contact", lang);
    await user.type(box("phone"), "98455501");
    await user.tab();
    expect(box("phone")).toHaveAccessibleDescription(
      expect.stringContaining(t.validation.phone_length),
    );
    await user.type(box("phone"), "6");
    expect(box("phone")).toHaveAttribute("aria-invalid", "true");
    await user.type(box("phone"), "2");
    expect(box("phone")).not.toHaveAttribute("aria-invalid");
    expect(screen.queryByText(t.validation.phone_length)).toBeNull();
    await user.type(box("phone"), "x");
    expect(box("phone")).not.toHaveAttribute("aria-invalid");
  });

  it("suggests the domain of a mistyped mail address, which is sent when the visitor keeps it", async () => {
    const { t, box, group, user, send } = show("contact", lang);
    await user.type(box("email"), "ana@gmial.com");
    await user.tab();
    const suggestion = t.form.email_suggestion.replace(
      "{{domain}}",
      "gmail.com",
    );
    expect(box("email")).toHaveAccessibleDescription(suggestion);
    expect(box("email")).not.toHaveAttribute("aria-invalid");
    await user.type(box("name"), "Ana");
    await user.type(box("phone"), "9845550162");
    for (const choice of [group("space"), group("identity")])
      await user.click(within(choice).getAllByRole("radio")[0]!);
    await send();
    await waitFor(() => expect(posts).toHaveLength(1));
    expect(posts[0]!.body).toMatchObject({ email: "ana@gmial.com" });
  });

  it("corrects the mail address at the press of a key", async () => {
    const { t, box, user } = show("contact", lang);
    await user.type(box("email"), "ana@gmial.com");
    await user.tab();
    const name = t.form.email_suggestion.replace("{{domain}}", "gmail.com");
    const suggestion = screen.getByRole("button", { name });
    await user.tab({ shift: true });
    expect(suggestion).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(box("email")).toHaveValue("ana@gmail.com");
    expect(box("email")).toHaveFocus();
    expect(suggestion).not.toBeInTheDocument();
    const drafts = Object.values({ ...localStorage, ...sessionStorage });
    expect(drafts.join()).toContain("ana@gmail.com");
  });

  it("removes the error of a choice when an option is selected", async () => {
    const { t, group, user, send } = show("contact", lang);
    await send();
    await user.click(
      within(group("identity")).getByRole("radio", {
        name: t.form.identity_options.director,
      }),
    );
    expect(group("identity")).not.toHaveAttribute("aria-invalid");
  });

  it("refuses a message that is too long", async () => {
    const { t, box, user, fill, send } = show("contact", lang);
    await fill();
    await user.click(box("message"));
    await user.paste("x".repeat(2001));
    await send();
    expect(box("message")).toHaveAccessibleDescription(
      expect.stringContaining(t.validation.message_too_long),
    );
    await waitFor(() => expect(box("message")).toHaveFocus());
    expect(posts).toEqual([]);
  });
});
