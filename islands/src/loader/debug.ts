// Only in the debug bundle: prints hydration mismatches, which the shipped runtime does not look for.
import "preact/debug";
