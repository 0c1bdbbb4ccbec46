/** Opens the share sheet of the device, which needs no message; without one copies the link. */
export async function shareLink(url: string, title: string): Promise<"copied" | "copy_failed" | null> {
  try {
    if (navigator.share) {
      await navigator.share({ url, title });
      return null;
    }
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch (error) {
    return (error as Error).name === "AbortError" ? null : "copy_failed";
  }
}
