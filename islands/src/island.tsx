// The root component of every island: it provides the strings, and in the browser it catches errors of the island.
import {
  Component,
  createElement,
  type ComponentType,
  type ReactNode,
} from "react";
import { TranslateContext, createTranslate } from "./strings.tsx";
import type { OwnProps, SharedProps } from "./types.ts";

/** The props that the generator passes to every island; those of one island extend them. */
export type IslandProps = SharedProps & OwnProps;

interface RootProps {
  component: ComponentType<IslandProps>;
  props: IslandProps;
  /** Makes the `t` of the island; the build gives i18next's. */
  translator?: typeof createTranslate;
  /** Called once when the component throws; the caller restores the HTML of the page. */
  onError?: (error: unknown) => void;
}

/** One island with its strings. Renders nothing after an error. */
export class IslandRoot extends Component<RootProps, { failed: boolean }> {
  override state = { failed: false };
  private readonly translate = (this.props.translator ?? createTranslate)(
    this.props.props.lang,
    this.props.props.strings,
  );

  static getDerivedStateFromError = () => ({ failed: true });

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error);
  }

  override render(): ReactNode {
    const { component, props } = this.props;
    return this.state.failed ? null : (
      <TranslateContext.Provider value={this.translate}>
        {createElement(component, props)}
      </TranslateContext.Provider>
    );
  }
}
