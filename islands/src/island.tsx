// The root around every island, the same one at build time and in the browser: it gives the
// component its strings, and in the browser catches what the component throws.
import { Component, createElement, type ComponentType, type ReactNode } from "react";
import { Translate, createTranslate, type StringTree } from "./strings.tsx";

/** The props that the generator gives to every island; an island's own props extend them. */
export interface IslandProps {
  /** Unique on the page: prefix of every `id` the island makes (never `useId`, see README). */
  id: string;
  lang: "es" | "en";
  locale: "es-MX" | "en-US";
  /** Only the groups of strings that the registry names for this island. */
  strings: StringTree;
}

interface RootProps {
  component: ComponentType<IslandProps>;
  props: IslandProps;
  /** Called once when the component throws; the caller puts the page's HTML back. */
  onError?: (error: unknown) => void;
}

/** One island with its strings around it. Renders nothing after the component threw. */
export class IslandRoot extends Component<RootProps, { failed: boolean }> {
  override state = { failed: false };
  private readonly translate = createTranslate(this.props.props.lang, this.props.props.strings);

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error);
  }

  override render(): ReactNode {
    const { component, props } = this.props;
    return this.state.failed ? null : (
      <Translate.Provider value={this.translate}>{createElement(component, props)}</Translate.Provider>
    );
  }
}
