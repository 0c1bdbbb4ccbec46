import type { IslandProps } from "../island.tsx";
import type { FormOptions, FormSettings, Question } from "../types.ts";
import type { State } from "./form-state.ts";
import type { Values } from "./rules.ts";

/** The props that the generator passes to the form, and those of a page that shows a post without script. */
export type FormProps = IslandProps &
  FormSettings &
  FormOptions & {
    page: string;
    /** The submitted values and the errors by field, when the page answers a refused post. */
    values?: Values & Partial<Record<Question["name"], string>>;
    errors?: Record<string, string>;
    state?: State;
  };
