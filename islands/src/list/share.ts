/** An address of the site, with the broker whose link brought the visitor. */
export function withBroker(url: string): string {
  const { asesor } = document.body.dataset;
  const sign = url.includes("?") ? "&" : "?";
  return asesor ? `${url}${sign}asesor=${encodeURIComponent(asesor.slice(0, 24))}` : url;
}

/** Opens the share sheet of the device, which needs no message; without one copies the link. */
export async function shareLink(link: string, title: string): Promise<"copied" | "copy_failed" | null> {
  const url = withBroker(link);
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
