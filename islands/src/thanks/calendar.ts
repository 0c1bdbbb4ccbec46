// A visit as a file for a calendar (RFC 5545).

/** The calendar with one tentative hour. */
export function calendar(
  moment: string,
  zone: string,
  summary: string,
  now: Date,
): string {
  const compact = (text: string): string => text.replace(/[-:]|\.\d+/g, "");
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//site//visit//EN",
    "BEGIN:VEVENT",
    `UID:${moment}@${location.hostname}`,
    `DTSTAMP:${compact(now.toISOString())}`,
    `DTSTART;TZID=${zone}:${compact(moment)}00`,
    "DURATION:PT1H",
    "STATUS:TENTATIVE",
    `SUMMARY:${summary.replace(/[\\;,]/g, "\\$&")}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

/** Makes the link to the file of a visit, and shows it. */
export function offerCalendar(link: HTMLAnchorElement, moment: string): void {
  const { visit, zone } = link.dataset as Record<string, string>;
  link.href = `data:text/calendar,${encodeURIComponent(calendar(moment, zone!, visit!, new Date()))}`;
  link.download = "visita.ics";
  link.parentElement!.hidden = false;
}
