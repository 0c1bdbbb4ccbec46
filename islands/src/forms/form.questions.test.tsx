// Questions of the development's own in a form: their fields, their errors, and what is sent.
import { screen, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import {
  answer,
  posts,
  resetEach,
  root,
  show,
} from "../../tests/unit/form-fixture.tsx";
import { formProps, questions } from "../../gallery/forms.ts";

resetEach();

const more = { questions: { contact: questions } };

describe("a form with questions", () => {
  it("asks them without a script, with their bounds and hints", () => {
    document.body.innerHTML = renderToString(
      root(formProps("contact", "es", more)),
    );
    const budget = screen.getByRole("radiogroup", { name: "Presupuesto" });
    expect(within(budget).getAllByRole("radio")).toHaveLength(2);
    expect(within(budget).getAllByRole("radio")[0]).toBeRequired();
    const people = screen.getByRole("textbox", { name: /^Personas/ });
    expect(people).toHaveAttribute("name", "answer_people");
    expect(people).toHaveAttribute("inputmode", "decimal");
    expect(people).not.toBeRequired();
    expect(people).toHaveAccessibleDescription("De 1 a 50");
    expect(screen.getByLabelText(/^Desde cuándo/)).toHaveAttribute(
      "type",
      "date",
    );
  });

  it("shows the error of each wrong answer, and sends nothing", async () => {
    const { fill, send, user } = show("contact", "es", more);
    await fill();
    await user.type(screen.getByRole("textbox", { name: /^Personas/ }), "51");
    await send();
    expect(posts).toEqual([]);
    const budget = screen.getByRole("radiogroup", { name: "Presupuesto" });
    expect(budget).toHaveAccessibleDescription("Elija una opción");
    expect(within(budget).getAllByRole("radio")[0]).toHaveFocus();
    expect(
      screen.getByRole("textbox", { name: /^Personas/ }),
    ).toHaveAccessibleDescription("De 1 a 50 Escriba un número de 1 a 50");
  });

  it("sends the answers, and shows what the lead function refuses", async () => {
    answer([422, { errors: { answer_people: "Del servidor" } }]);
    const { fill, send, user } = show("contact", "es", more);
    await fill();
    await user.click(screen.getByRole("radio", { name: "Hasta 2 millones" }));
    await user.type(screen.getByRole("textbox", { name: /^Personas/ }), "12");
    await send();
    expect(posts[0]!.body).toMatchObject({
      answer_budget: "low",
      answer_people: "12",
      answer_start: "",
    });
    expect(
      screen.getByRole("textbox", { name: /^Personas/ }),
    ).toHaveAccessibleDescription("De 1 a 50 Del servidor");
  });

  it("asks nothing in a form without them", () => {
    show("brochure", "es", more);
    expect(
      screen.queryByRole("radiogroup", { name: "Presupuesto" }),
    ).toBeNull();
  });
});
