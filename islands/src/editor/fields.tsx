// The fields of a document, in each language side by side.
import { useState } from "react";
import { pictureUrl } from "./api.ts";
import type { Field } from "../types.ts";
import { conflictNote, Control } from "./control.tsx";
import { groupId, useForm, type Draft } from "./form.ts";
import { at, blank, isGroup, moved, type Path } from "./tree.ts";
import { label, word } from "./words.ts";

/** The fields that are not settings. */
const MAIN = ["title", "description", "month", "stage"];

export function Fields() {
  const { ui, document } = useForm();
  const { fields } = document;
  if (fields.length === 0) return <Strings />;
  const rows = (own: readonly Field[]) =>
    own.map((field) => (
      <Row
        key={field.key}
        path={[field.key]}
        title={label(ui, field.key)}
        field={field}
      />
    ));
  return (
    <>
      {rows(fields.filter(({ key }) => MAIN.includes(key)))}
      {fields
        .filter(({ kind }) => kind === "free")
        .map(({ key }) => (
          <Part key={key} path={[key]} />
        ))}
      <Row path={["body"]} title={word(ui, "text")} />
      <details>
        <summary>{word(ui, "settings")}</summary>
        {rows(
          fields.filter(
            ({ key, kind }) => !MAIN.includes(key) && kind !== "free",
          ),
        )}
      </details>
    </>
  );
}

/** A group of strings, by the last parts of their keys. */
function Strings() {
  const { draft } = useForm();
  return (
    <>
      {keysOf(draft, []).map((key) => {
        const [group, ...rest] = key.split(".");
        return (
          <div
            key={key}
            className={group === "images" ? "with-picture" : undefined}
          >
            {group === "images" && (
              <img src={pictureUrl(rest[0]!)} alt="" loading="lazy" />
            )}
            <Row path={[key]} title={rest.join(".") || key} />
          </div>
        );
      })}
    </>
  );
}

/** The keys of a group, in any language. */
function keysOf(draft: Draft, path: Path): string[] {
  const groups = Object.values(draft).map((values) => at(values, path));
  return [...new Set(groups.filter(isGroup).flatMap(Object.keys))];
}

/** A value: a group, a list or a scalar, in each language that has it. */
function Part({ path, name }: { path: Path; name?: string }) {
  const { ui, draft } = useForm();
  const title = name ?? label(ui, String(path.at(-1)));
  const values = Object.values(draft).map((values) => at(values, path));
  if (values.some(Array.isArray)) return <List path={path} title={title} />;
  if (values.some(isGroup)) return <Group path={path} title={title} />;
  return values.every((value) => value === undefined) ? null : (
    <Row path={path} title={title} />
  );
}

function Group({ path, title }: { path: Path; title: string }) {
  const { draft } = useForm();
  return (
    <fieldset id={groupId(path)} tabIndex={-1}>
      <legend>{title}</legend>
      {keysOf(draft, path).map((key) => (
        <Part key={key} path={[...path, key]} />
      ))}
    </fieldset>
  );
}

function List({ path, title }: { path: Path; title: string }) {
  const form = useForm();
  const { ui, draft, change } = form;
  const lists = Object.keys(draft).flatMap((lang) => {
    const items = at(draft[lang], path);
    return Array.isArray(items) ? [{ lang, items }] : [];
  });
  const length = Math.max(...lists.map(({ items }) => items.length));
  // What a control is must not pass to another item: with other places of the items all controls are made again.
  const [moves, setMoves] = useState(0);
  const add = (): void => {
    for (const { lang, items } of lists)
      change(lang, [...path, items.length], blank(items.at(-1) ?? ""));
  };
  const remove = (index: number): void => {
    for (const { lang } of lists) change(lang, [...path, index], undefined);
  };
  const move = (from: number, to: number): void => {
    setMoves(moves + 1);
    for (const { lang, items } of lists)
      change(lang, path, moved(items, from, to));
    // The focus goes with the item, to the same button or, at the end of the list, to the other one.
    requestAnimationFrame(() => {
      const group = document.getElementById(groupId(path))!;
      const actions = group.querySelectorAll(":scope > .item > .actions")[to]!;
      const [up, down] = actions.querySelectorAll(
        "button",
      ) as Iterable<HTMLButtonElement>;
      (down!.disabled || (to < from && !up!.disabled) ? up : down)!.focus();
    });
  };
  return (
    <fieldset id={groupId(path)} tabIndex={-1}>
      <legend>{title}</legend>
      {Array.from({ length }, (_, index) => {
        const item = `${word(ui, "item")} ${index + 1}`;
        return (
          <div key={`${moves}/${length}/${index}`} className="item">
            <Part path={[...path, index]} name={item} />
            <div className="actions">
              <button
                type="button"
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                {`${word(ui, "moveUp")}: ${item}`}
              </button>
              <button
                type="button"
                disabled={index === length - 1}
                onClick={() => move(index, index + 1)}
              >
                {`${word(ui, "moveDown")}: ${item}`}
              </button>
              <button type="button" onClick={() => remove(index)}>
                {`${word(ui, "remove")}: ${item}`}
              </button>
            </div>
          </div>
        );
      })}
      {/* The items that the file has, when somebody else added or removed some. */}
      {Object.keys(draft).map((lang) => conflictNote(form, lang, path))}
      <button type="button" onClick={add}>
        {`${word(ui, "add")}: ${title}`}
      </button>
    </fieldset>
  );
}

/** A scalar in each language that has the document. */
function Row({
  path,
  title,
  field,
}: {
  path: Path;
  title: string;
  field?: Field;
}) {
  const { draft } = useForm();
  return (
    <div className="row">
      {Object.keys(draft)
        .filter((lang) => draft[lang])
        .map((lang) => (
          <Control
            key={lang}
            lang={lang}
            path={path}
            field={field}
            label={title}
          />
        ))}
    </div>
  );
}
