import type { TagRecord } from "@mon/model"
import { useState } from "react"
import { Link } from "wouter"
import { accountEndpoints } from "../api/accountEndpoints.ts"
import { accountKeys, reread } from "../api/accountQueries.ts"
import { keys, useTags } from "../api/queries.ts"
import { useManages } from "../api/rank.ts"
import { Button } from "../ui/Button.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { Nothing, Screen } from "../ui/Screen.tsx"
import css from "../ui/Screen.module.css"
import { useRemoval } from "../ui/useRemoval.tsx"
import { useAccountWords } from "../account/useAccountWords.ts"
import { TagDialog } from "./TagDialog.tsx"

const Swatch = ({ color }: { readonly color: string }) => (
  <span className={css["swatch"]} style={{ background: color }} aria-hidden />
)

const Row = ({
  canChange,
  onEdit,
  onRemove,
  tag
}: {
  readonly tag: TagRecord
  readonly canChange: boolean
  readonly onEdit: () => void
  readonly onRemove: () => void
}) => {
  const words = useAccountWords().tags
  const { color, domainCount, id, name, urlCount } = tag
  return (
    <li className={css["row"]}>
      <Swatch color={color} />
      <span className={`${css["grow"]} ${css["strong"]}`}>
        <bdi>{name}</bdi>
      </span>
      <Link href={`/domains?tag=${encodeURIComponent(id)}`}>{words.domains(domainCount)}</Link>
      {urlCount === 0 ? null : <span className={css["soft"]}>{words.pages(urlCount)}</span>}
      {canChange ? (
        <span className={css["chips"]}>
          <Button aria-label={words.editOne(name)} onClick={onEdit}>
            {words.editButton}
          </Button>
          <Button kind="danger" aria-label={words.removeOne(name)} onClick={onRemove}>
            {words.removeButton}
          </Button>
        </span>
      ) : null}
    </li>
  )
}

/** Shows the tags of the account, with the objects that have them. */
const Tags = () => {
  const words = useAccountWords().tags
  const query = useTags(true)
  const manages = useManages()
  const [edited, setEdited] = useState<TagRecord | "new" | null>(null)
  const removal = useRemoval<TagRecord>(
    { ...words, remove: words.removeButton, removeHint: "" },
    async ({ id }) => {
      await accountEndpoints.removeTag(id)
      await reread(accountKeys.tags, keys.monitors)
    },
    (tag) => <p>{words.removeHint((tag?.domainCount ?? 0) + (tag?.urlCount ?? 0))}</p>
  )
  return (
    <Screen
      title={words.title}
      actions={
        <>
          <Curl path="/tags" />
          {manages ? (
            <Button kind="primary" onClick={() => setEdited("new")}>
              {words.create}
            </Button>
          ) : null}
        </>
      }
    >
      <Loaded query={query}>
        {(tags) =>
          tags.length === 0 ? (
            <Nothing title={words.none} hint={words.noneHint} />
          ) : (
            <ul className={css["list"]}>
              {tags.map((tag) => (
                <Row
                  key={tag.id}
                  tag={tag}
                  canChange={manages}
                  onEdit={() => setEdited(tag)}
                  onRemove={() => removal.ask(tag)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited === null ? null : <TagDialog tag={edited === "new" ? null : edited} onClose={() => setEdited(null)} />}
      {removal.question}
    </Screen>
  )
}

export default Tags
