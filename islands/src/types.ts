// Made from Rust structs by the test `the_types_of_the_browser_are_current` of the generator; ACCEPT=1 writes the file.

/** Nested strings as content/<lang>/strings.json has them. */
export interface StringTree {
  [key: string]: string | StringTree;
}

/** A value of a document. */
export type Value = string | number | boolean | null | Value[] | Group;

/** A group of values of a document, by key. */
export interface Group {
  [key: string]: Value;
}

/** The query parameters that a lead includes: of campaigns, of a broker's link, of a clicked ad. */
export const TRACKING_NAMES = [
  "utm_campaign",
  "utm_medium",
  "ad",
  "utm_source",
  "cost",
  "sales",
  "utm_term",
  "utm_content",
  "utm_id",
  "adset",
  "asesor",
  "tel",
  "gclid",
  "gbraid",
  "wbraid",
  "fbclid",
  "ttclid",
  "msclkid",
] as const;

/** The values of `form` in a lead post. */
export type Kind = "contact" | "offices" | "units" | "home" | "brochure" | "unit";

/** The amenities for the islands. */
export type AmenitiesData = { version: number, amenities: Array<AmenityTexts>, };

/** An amenity with its texts by language. */
export type AmenityTexts = { code: string, name: { [key in string]: string }, description: { [key in string]: string }, image: string | null, };

/** Which amount an element shows, as its attribute `data-price` says. */
export type AmountKind = "net" | "total" | "vat" | "rate" | "rent" | "reference" | "payments";

/** A building of a development with several. */
export type BuildingNames = { key: string, label: string,
/** The contact page, when it is not yet on sale. */
contactUrl?: string, };

/** The settings of the consent script. */
export type ConsentSettings = {
/** Changes with the third parties and with the privacy notice: a choice stored for another version is void. */
version: string,
/** The third party of each configured purpose, in the order of the bar. */
trackers: Partial<Record<Purpose, Tracker>>, };

/** The file of one language. */
export type ConsentTexts = {
/** URL of the style sheet of the bar. */
style: string | null,
/** URL of the privacy notice. */
notice: string,
/** The name of the service for each configured purpose. */
providers: Partial<Record<Purpose, string>>,
/** The group `consent` of the strings. */
strings: StringTree, };

/** A document that was created. */
export type CreatedDocument = { id: string,
/** The follow-up step, if there is one. */
note: string | null, };

/** Everything that can be edited. */
export type DocumentList = { documents: Array<ListedDocument>,
/** Names without extension. */
pictures: Array<string>, };

/** A document in each language. */
export type EditedDocument = { id: string,
/** The fields that the front matter may have; none for strings. */
fields: Array<Field>, languages: { [key in string]: EditedVersion | null }, };

/** The values of a document in one language. */
export type EditedValues = {
/** The front matter; of strings, each full key with its text. */
front: Group,
/** The Markdown; none of strings. */
body: string | null, };

/** A document in one language. */
export type EditedVersion = {
/** Its file, from the project's root. */
file: string,
/** The page that shows it. */
url: string,
/** The paths of values that repeat another one and change with it. */
repeated: Array<Array<Step>>,
/** The front matter; of strings, each full key with its text. */
front: Group,
/** The Markdown; none of strings. */
body: string | null, };

/** A field of a front matter. */
export type Field = {
/** Its key. */
key: string,
/** Whether the file must have it. */
required: boolean,
/** The largest number of characters. */
longest: number | null, } & ({ "kind": "text" } | { "kind": "switch" } | { "kind": "choice", "choices": Array<string> } | { "kind": "list" } | { "kind": "free" });

/** What a field holds, for alignment, filters and formats. */
export type FieldKind = "count" | "number" | "choice" | "yes_no" | "area" | "text" | "money";

/** A place where a field shows. */
export type FieldPlace = "column" | "filter" | "card" | "dialog" | "comparison" | "page" | "sheet" | "prices" | "share" | "csv";

/** A problem of a document. */
export type FieldProblem = {
/** As on the terminal. */
text: string,
/** The language of its file, when it is one of the document's. */
lang: string | null,
/** The value that it concerns; empty when it concerns none. */
path: Array<Step>, };

/** The value of a declared field. JSON: a number, `true` or `false`, or a text. */
export type FieldValue = boolean | number | string;

/** What a template passes to a form. */
export type FormOptions = { kind: Kind,
/** The preselected option of the field `space`, on a page about one use. */
space?: string,
/** The code of the unit, on the page of a unit. */
unit?: string,
/** The preselected option of the field `wish`. */
wish?: string,
/** The path that is shown after success, instead of the thank-you page. */
thanks?: string,
/** Whether the unit of the form has payment plans; whether the site has some where absent. */
plans?: boolean, };

/** The props of a form that its pages share. */
export type FormSettings = {
/** Where the post goes: `/api/leads`. */
action: string,
/** The path of the thank-you page, shown after success. */
thanks: string, whatsappUrl: WhatsappUrls, phone: { label: string, href: string }, privacyUrl: string,
/** When a visit may begin; null without hours. */
visit: {
/** The hours, as visitors read them. */
text: string, hours: { days: number[], from: string, to: string }, } | null,
/** The codes of units as people write them, by their addresses, where these differ; absent where none does. */
unitLabels?: { [key in string]: string },
/** Whether there are payment plans to ask for. */
plans: boolean,
/** The version of the privacy notice that the form links. */
noticeVersion: string,
/** The site key of reCAPTCHA v3; null when none is configured. */
captchaSiteKey: string | null,
/** The development's own questions by the kind of their form; absent without any. */
questions?: Partial<Record<Kind, Question[]>>, };

/** The inventory for the islands of one language. */
export type InventoryData = { version: number,
/** The day of its pull: `2026-11-20`. */
date: string,
/** The same day as visitors read it. */
dateLabel: string, units: Array<Unit>, };

/** The answer to a script whose post was accepted. */
export type LeadAccepted = {
/** The id that the lead function gave to the lead. */
reference: string,
/** For the visitor. */
message: string, };

/** The answer to a script whose post has invalid fields. */
export type LeadRefused = {
/** The message of each invalid field, in the language of the post. */
errors: { [key in string]: string }, };

/** A level of an island that shows units. */
export type LevelRow = {
/** The key of its building; none on a site with one. */
building?: string, level: number, label: string | null,
/** Where its list of units is shortened: the number of all. */
total?: number,
/** With `total`: the number of those that are available. */
free?: number, };

/** A document in the list. */
export type ListedDocument = { id: string,
/** Its title in each language; its id without one. */
title: { [key in string]: string },
/** Whether it has questions with answers. */
has_questions: boolean, is_draft: boolean, };

/** The kind and the name of a new document. */
export type NewDocument = { "kind": "page", "name": string } | { "kind": "month", "name": string };

/** The props of every island on one page, beside what the template passes. */
export type OwnProps = {
/** Unique on the page: the prefix of every `id` in the island. */
id: string,
/** Of a form: the path of the page. */
page?: string, };

/** The structural axes of a plan in both directions. */
export type PlanAxes = {
/** Axes perpendicular to the street. */
x: Array<PlanAxis>,
/** Axes parallel to the street. */
y: Array<PlanAxis>, };

/** One structural axis of a plan, in decimetres. */
export type PlanAxis = {
/** The text in the axis bubble; empty for an axis without one. */
label: string,
/** Distance from the corner of the building. */
at: number,
/** Where the bubble is, if it is not at its axis: it would cover another. */
bubble?: number, };

/** The floor plan of a level: SVG path data in whole decimetres within [`Plan::view_box`]. */
export type PlanGeometry = {
/** The key of the building; empty on a site with one. */
building?: string,
/** The level's number. */
level: number,
/** The level mark: `+4.50`. */
mark: string,
/** The clear height in metres: `3.80`. */
clear_height: string,
/** The drawing's extent: `left top width height`, the same for every level. */
viewBox: string,
/** The length and the depth of the building, decimetres. */
size: [number, number],
/** Degrees from the top of the sheet to north, clockwise. */
north: number,
/** The enclosed part of the level. */
outline: string,
/** The corridor. */
corridor: string,
/** Entrance halls and voids, one path. */
lobby: string,
/** Service rooms, one path. */
services: string,
/** The core's walls. */
core: string,
/** Stairs with treads, one path. */
stairs: string,
/** Lift shafts with diagonals, one path. */
lifts: string,
/** The structural axes. */
axes: PlanAxes,
/** The units, in the order of the geometry: around the building. */
units: Array<PlanUnit>, };

/** One unit of a plan. */
export type PlanUnit = {
/** The unit's code. */
code: string,
/** The interior. */
path: string,
/** The terrace, if there is one. */
terrace: string | null,
/** The door opening; empty on land. */
door: string,
/** Centre of the label, decimetres from the left: the point that is farthest from all walls. */
x: number,
/** Centre of the label, decimetres from the top. */
y: number,
/** The SVG transform of a number that has no place at its usual size and direction; empty for one that has no place. */
fit?: string,
/** The interior's width along the street and its depth, metres. */
size: [number, number], };

/** A round number of units of the currency: a million, or a thousand where something costs less than a million. */
export type PriceUnit = {
/** What visitors call the round number. */
name: string,
/** Its minor units. */
size: number,
/** The minor units of one unit of the currency. */
minor: number, };

/** The answer when an author's files would have problems. */
export type Problems = { problems: Array<FieldProblem>, };

/** What visitors consent to. The serialized names are also keys of the visitor's stored choice and of the strings. */
export type Purpose = "measurement" | "heat_map" | "customer_relations";

/** A question of the development's own. */
export type Question = {
/** The name of its field in posts. */
name: `answer_${string}`, kind: "text" | "choice" | "number" | "date", label: string,
/** A line below the field. */
hint: string | null, required: boolean,
/** The key and the label of each option of a choice. */
options: Array<[string, string]>,
/** The least number that is valid. */
min: number | null,
/** The largest number that is valid. */
max: number | null, errors: { required: string, invalid: string, }, };

/** The answer when the API does nothing for another reason. */
export type Reason = { message: string, };

/** What a template may pass to the selector. */
export type SelectorOptions = {
/** Shows only the units of this use. */
use?: string,
/** The level that is checked at first. */
level?: number, };

/** The props of every island that its pages share. */
export type SharedProps = {
/** The code of the language: `es`. */
lang: string,
/** The full locale: `es-MX`. */
locale: string,
/** Only the groups of strings that the registry lists for this island. */
strings: StringTree, };

/** Sales status of a unit (specification, S19). Labels come from the strings (`status.<key>`). */
export type Status = "disponible" | "reservado" | "vendido";

/** One step of a path to a value: a key of a map or an index of a list. */
export type Step = string | number;

/** One script and the origins that it may reach. */
export type Tracker = {
/** The provider's name in `site.yaml`; `other` for a script of any other. */
provider: "google" | "clarity" | "hotjar" | "hubspot" | "other",
/** The account at the provider; empty for a script configured by its address. */
id: string,
/** URL of the script. */
src: string, };

/** A unit of the development as islands show it. Areas are in square metres, the price in minor units of the currency before VAT. */
export type Unit = {
/** Its code as people write it, where that is not its address. */
label?: string, text: UnitTexts,
/** Whether the list has it after all others, as units of a secondary use are. */
last?: boolean,
/** Unique; its address is part of the URL of the unit's page. */
code: string,
/** Number or name on the door. */
unit: string,
/** Level of the building. */
level: number,
/** Its use. */
use: string,
/** Bathrooms inside the unit, if the platform says how many. */
bathrooms: number | null,
/** Interior area, in square metres. */
interior: number,
/** Terrace area; zero without a terrace. */
terrace: number,
/** Total area. */
area: number,
/** Price before VAT, in minor units of the currency (centavos, cents); none where it is on request, and of a unit for rent only. */
price: number | null,
/** Rent before VAT as the platform sends it, in minor units of the currency of rents: for a period, of the unit or of a square
 * metre; none of a unit that is not for rent. */
rent?: number,
/** Name of its floor plan; empty if the platform does not say it. */
typology: string,
/** Its sales status. */
status: Status,
/** The fields that the development declares, by their keys; without those that the unit lacks. */
fields?: { [key in string]: FieldValue }, };

/** A field of units. */
export type UnitField = { key: string, kind: FieldKind, label: string,
/** Its name in the head of a column, where that differs. */
head?: string,
/** Which amount it is, in the attribute `data-price` of elements. */
amount?: AmountKind,
/** Of a choice: key and label of each option. */
options?: Array<[string, string]>,
/** Of a count and a number: what follows it, like `kVA`. */
measure?: string, };

/** The props of the islands that show units. */
export type UnitProps = {
/** The day of the data: `2026-11-20`. */
date: string,
/** The same day as visitors read it. */
dateLabel: string,
/** The data file from which islands refresh the inventory (S20). */
dataUrl: string,
/** `/inventario` or `/en/inventario`. */
unitBase: string, units: Array<Unit>,
/** The number of all units, where `units` are only the first. */
total?: number,
/** The levels of each building from the ground up. */
levels: Array<LevelRow>, plans: Array<PlanGeometry>,
/** In a development with several: key and name of each building, and where to ask about one that is not yet on sale. */
buildings?: Array<BuildingNames>,
/** The uses by their key, in the order of the site. */
uses: { [key in string]: UseNames },
/** Minimum time that the store reports loading, in milliseconds (section 9 of the specification). */
minimumDelay: number, whatsapp: Whatsapp,
/** The fields of units that islands show. */
fields: Array<UnitField>,
/** The keys of those that show at a place, in their order there. */
places: { [key in FieldPlace]?: Array<string> },
/** The sentence about the second currency, on a site with one. */
reference?: string,
/** The inventory's: in what visitors enter prices. */
priceUnit?: PriceUnit, };

/** The texts of a unit, as visitors read them. */
export type UnitTexts = {
/** The areas in one text; with a terrace `97.20 m² interiores + 82.80 m² de terraza`. */
areas: string,
/** By the keys of fields, those whose text is not that of their value. */
fields: { [key in string]: string },
/** The areas in square feet too, in languages whose readers think in them. */
full?: { [key in string]: string },
/** By the keys of amounts that the comparison ranks, in minor units; the price and the rent are in the unit. */
amounts: { [key in string]: number },
/** Of a unit that is for rent: its rent as lists show it and what is paid for the period, then its other amounts and the
 * conditions; each with its name. */
rent?: [Array<[string, string]>, Array<[string, string]>],
/** The price before VAT and the total in the second currency, each as a whole text, on a site with one. */
reference?: [string, string], };

/** The names, the contact page and the tax of a use. */
export type UseNames = {
/** One unit: "Oficina". */
label: string,
/** One unit, before its number. */
short: string,
/** The path of its contact page. */
formUrl: string,
/** The label of IVA with its rate. */
vatLabel: string | null, };

/** Where WhatsApp messages about a unit go. */
export type Whatsapp = {
/** The digits of the number with country code. */
number: string,
/** The message about a unit by its status, with `{{unit}}` for the unit's code. */
texts: { [key in string]: string }, };

/** The link that opens WhatsApp. */
export type WhatsappUrls = { plain: string,
/** The one about a unit, with `{{unit}}` in its text. */
unit: string,
/** The one about several, with `{{unit}}` for their codes. */
units: string, };
