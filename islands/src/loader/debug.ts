// Only in the debug bundle: prints hydration mismatches, which the production runtime does not detect.
import "preact/debug";
