import type { FieldLine, ImportReport, ReportGroup } from "@mon/import"
import { useState } from "react"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import css from "../ui/Screen.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { importWords } from "../importing/importWords.ts"
import { Note } from "./Note.tsx"

/** The number of objects that are shown at first, and the number that each click adds. */
const STEP = 50

/**
 * Shows the kinds of checks that Mon does not have. The screen shows them first, because they matter most to people who
 * switch to Mon.
 */
export const MissingKinds = ({ missingKinds }: Pick<ImportReport, "missingKinds">) => {
  const words = useScreenWords(importWords)
  if (missingKinds.length === 0) return null
  return (
    <Card title={words.missingTitle(missingKinds.reduce((sum, { count }) => sum + count, 0))}>
      <ul className={css["chips"]}>
        {missingKinds.map(({ count, kind }) => (
          <li key={kind} className={css["chip"]} data-state="fair">
            <bdi>{words.missing(kind, count)}</bdi>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export const Found = ({ counts, fields }: Pick<ImportReport, "counts" | "fields">) => {
  const words = useScreenWords(importWords)
  return (
    <Card title={words.resultTitle}>
      {counts.length === 0 ? <p role="status">{words.nothing}</p> : null}
      <ul className={css["list"]}>
        {counts.map(({ imported, kind, leftOut }) => (
          <li key={kind} className={css["row"]}>
            <span className={css["strong"]}>{words.imported(imported, imported + leftOut, kind)}</span>
          </li>
        ))}
      </ul>
      <p className={css["small"]}>{words.fields(fields.carried, fields.changed, fields.leftOut)}</p>
    </Card>
  )
}

export const LostChannels = ({ lostChannels }: Pick<ImportReport, "lostChannels">) => {
  const words = useScreenWords(importWords)
  if (lostChannels.length === 0) return null
  return (
    <Card title={words.lostTitle(lostChannels.length)}>
      <p className={css["small"]}>{words.lostHint}</p>
      <ul className={css["list"]}>
        {lostChannels.map(({ monitors, name, reason }, index) => (
          <li key={`${name} ${index}`}>
            <p className={css["bad"]}>
              <bdi>{words.lost(name, monitors)}</bdi>
            </p>
            <span className={css["under"]}>
              <Note text={reason} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Line = ({ field, note, outcome, to }: FieldLine) => {
  const words = useScreenWords(importWords)
  return (
    <li className={css["small"]}>
      {field === "" ? null : (
        <>
          <b>
            <Note isName text={field} />
          </b>
          {": "}
        </>
      )}
      {outcome === "changed" ? words.changed : words.out}
      {outcome === "changed" && to !== null ? (
        <>
          {` ${words.to} `}
          <Note isName text={to} />
        </>
      ) : null}
      {". "}
      {note === null ? null : <Note text={note} />}
    </li>
  )
}

const isReported = ({ lines, reason }: ReportGroup): boolean =>
  reason !== null || lines.some(({ outcome }) => outcome !== "carried")

const Group = ({ id, kind, lines, name, path, reason }: ReportGroup) => {
  const words = useScreenWords(importWords)
  return (
    <li>
      <div className={css["row"]}>
        <span className={css["chip"]}>{words.object(kind)}</span>
        <span className={`${css["grow"]} ${css["strong"]}`}>
          {name === "" || name === id ? <Note isName text={id} /> : <bdi>{name}</bdi>}
        </span>
        {path === null ? null : <span className={css["small"]}>{path}</span>}
      </div>
      {reason === null ? (
        <ul>
          {lines
            .filter(({ outcome }) => outcome !== "carried")
            .map((line, index) => (
              <Line key={`${line.field} ${index}`} {...line} />
            ))}
        </ul>
      ) : (
        <p className={css["small"]}>
          {words.out}
          {". "}
          <Note text={reason} />
        </p>
      )}
    </li>
  )
}

export const Reasons = ({ groups }: Pick<ImportReport, "groups">) => {
  const words = useScreenWords(importWords)
  const [shown, setShown] = useState(STEP)
  const reported = groups.filter(isReported)
  if (reported.length === 0) return null
  return (
    <Card title={words.reportTitle}>
      <ul className={css["list"]}>
        {reported.slice(0, shown).map((group, index) => (
          <Group key={`${group.kind} ${group.id} ${index}`} {...group} />
        ))}
      </ul>
      {reported.length <= shown ? null : (
        <div className={css["more"]}>
          <Button onClick={() => setShown(shown + STEP)}>{words.more(Math.min(STEP, reported.length - shown))}</Button>
        </div>
      )}
    </Card>
  )
}
