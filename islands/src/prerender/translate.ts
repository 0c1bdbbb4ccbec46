// `translate="no"` in prerendered HTML: preact/compat makes `false` of it, which is right for the property of an element, and
// which the renderer to HTML leaves out.
import { options } from "preact";

const compat = options.vnode;
options.vnode = (node) => {
  const { translate } = node.props as { translate?: string };
  compat?.(node);
  if (typeof node.type === "string" && translate === "no")
    Object.assign(node.props, { translate });
};
