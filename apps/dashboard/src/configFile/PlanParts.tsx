import type { ReactNode } from "react"
import { ReceiverChanges } from "../alerts/ReceiverChanges.tsx"
import { routesWords } from "../alerts/routesWords.ts"
import { Card } from "../ui/Card.tsx"
import css from "../ui/Screen.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import type { ConfigPlan, ConfigSection } from "./configFileEndpoints.ts"
import { configFileWords } from "./configFileWords.ts"

const shown = (value: unknown, none: string): string => {
  if (value === null || value === undefined || value === "") return none
  if (Array.isArray(value) && value.length === 0) return none
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return value.join(", ")
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value)
}

const Place = ({
  children,
  name,
  line = null,
  section
}: {
  readonly section: ConfigSection
  readonly name: string
  readonly line?: number | null
  readonly children?: ReactNode
}) => {
  const words = useScreenWords(configFileWords)
  return (
    <div className={css["row"]}>
      <span className={css["chip"]}>{words.section(section)}</span>
      <span className={`${css["grow"]} ${css["strong"]}`}>
        <bdi>{name}</bdi>
      </span>
      {children}
      {line === null ? null : <span className={css["small"]}>{words.line(line)}</span>}
    </div>
  )
}

const Group = ({
  children,
  hint,
  title
}: {
  readonly title: string
  readonly hint?: string
  readonly children: ReactNode
}) => (
  <Card title={title}>
    {hint === undefined ? null : <p className={css["small"]}>{hint}</p>}
    <ul className={css["list"]}>{children}</ul>
  </Card>
)

/**
 * A function that returns the name of the object at a path of the file, or null for an object without a name. The name
 * is clearer than the object's key.
 */
export type NameAt = (path: string) => string | null

export const Refused = ({ nameAt, refused }: Pick<ConfigPlan, "refused"> & { readonly nameAt: NameAt }) => {
  const words = useScreenWords(configFileWords)
  return (
    <Group title={words.refused(refused.length)} hint={words.refusedHint}>
      {refused.map(({ line, message, path }, index) => (
        <li key={`${path} ${index}`}>
          {nameAt(path) === null ? null : (
            <>
              <bdi className={css["strong"]}>{nameAt(path)}</bdi>:{" "}
            </>
          )}
          <span className={css["bad"]}>{words.fault(message, path)}</span>
          <span className={css["under"]}>
            <bdi>{path}</bdi>
            {line === null ? "" : ` · ${words.line(line)}`}
          </span>
        </li>
      ))}
    </Group>
  )
}

export const Created = ({ create }: Pick<ConfigPlan, "create">) => {
  const words = useScreenWords(configFileWords)
  return (
    <Group title={words.create(create.length)}>
      {create.map(({ fields, key, line, replaces, section }) => (
        <li key={`${section} ${key}`}>
          <Place section={section} name={key} line={line}>
            {replaces ? <span className={css["fair"]}>{words.replaces}</span> : null}
          </Place>
          <details className={css["details"]}>
            <summary>{words.fields}</summary>
            <code className={css["code"]} tabIndex={0}>
              {JSON.stringify(fields, null, 2)}
            </code>
          </details>
        </li>
      ))}
    </Group>
  )
}

export const Updated = ({ update }: Pick<ConfigPlan, "update">) => {
  const words = useScreenWords(configFileWords)
  return (
    <Group title={words.update(update.length)}>
      {update.map(({ changes, key, line, section }) => (
        <li key={`${section} ${key}`}>
          <Place section={section} name={key} line={line} />
          <ul>
            {changes.map(({ field, from, to }) => (
              <li key={field} className={css["small"]}>
                <b>{field}</b>{" "}
                <del aria-label={`${words.from}: ${shown(from, words.none)}`}>{shown(from, words.none)}</del>
                {" → "}
                <ins aria-label={`${words.to}: ${shown(to, words.none)}`}>{shown(to, words.none)}</ins>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </Group>
  )
}

export const Deleted = ({
  children,
  deletions
}: {
  readonly deletions: ConfigPlan["delete"]
  readonly children: ReactNode
}) => {
  const words = useScreenWords(configFileWords)
  return (
    <Group title={words.remove(deletions.length)}>
      {deletions.map(({ id, name, replaced, section }) => (
        <li key={id}>
          <Place section={section} name={name}>
            {replaced ? <span className={css["fair"]}>{words.replaced}</span> : null}
          </Place>
        </li>
      ))}
      <li>{children}</li>
    </Group>
  )
}

/** Lists the existing objects that stay unchanged or that the file takes over, and shows the order of routes. */
export const Noted = ({ adopt, kept, routeOrder }: Pick<ConfigPlan, "adopt" | "kept" | "routeOrder">) => {
  const words = useScreenWords(configFileWords)
  return (
    <>
      {routeOrder === null ? null : (
        <Card title={words.order}>
          <p>
            <del>{routeOrder.from.join(", ")}</del> → <ins>{routeOrder.to.join(", ")}</ins>
          </p>
        </Card>
      )}
      {kept.length === 0 ? null : (
        <Group title={words.kept(kept.length)} hint={words.keptHint}>
          {kept.map(({ id, key, line, name, section }) => (
            <li key={`${id} ${key}`}>
              <Place section={section} name={name} line={line} />
            </li>
          ))}
        </Group>
      )}
      {adopt.length === 0 ? null : (
        <Group title={words.adopt(adopt.length)}>
          {adopt.map(({ id, key, line, section }) => (
            <li key={id}>
              <Place section={section} name={key} line={line} />
            </li>
          ))}
        </Group>
      )}
    </>
  )
}

export const Receivers = ({ receivers }: Pick<ConfigPlan, "receivers">) => {
  const words = useScreenWords(routesWords)
  return (
    <Card title={words.receivers}>
      <ReceiverChanges receivers={receivers} />
    </Card>
  )
}

/** Lists the fields that people changed by hand, and the objects that are in no configuration file. */
export const Beside = ({ drift, unmanaged }: Pick<ConfigPlan, "drift" | "unmanaged">) => {
  const words = useScreenWords(configFileWords)
  return (
    <>
      {drift.length === 0 ? null : (
        <Group title={words.drift(drift.length)} hint={words.driftHint}>
          {drift.map(({ applied, current, field, key, line, section }) => (
            <li key={`${section} ${key} ${field}`}>
              <Place section={section} name={key} line={line} />
              <span className={css["small"]}>
                <b>{field}</b> {shown(applied, words.none)} → {shown(current, words.none)}
              </span>
            </li>
          ))}
        </Group>
      )}
      {unmanaged.length === 0 ? null : (
        <details className={css["details"]}>
          <summary>{words.unmanaged(unmanaged.length)}</summary>
          <p className={css["small"]}>{words.unmanagedHint}</p>
          <ul className={css["list"]}>
            {unmanaged.map(({ id, name, section }) => (
              <li key={id}>
                <Place section={section} name={name} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
