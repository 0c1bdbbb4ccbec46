export function trimmed(): string;
