import type { MonitorKind, TagRecord } from "@mon/model"
import { useState } from "react"
import { Link } from "wouter"
import { accountEndpoints } from "../api/accountEndpoints.ts"
import { accountKeys, reread } from "../api/accountQueries.ts"
import { type GeneralKind, isGeneralKind, kindNames, screensOf } from "../api/generalKinds.ts"
import { keys, useTags } from "../api/queries.ts"
import { useManages } from "../api/rank.ts"
import { Button } from "../ui/Button.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { Nothing, Screen } from "../ui/Screen.tsx"
import css from "../ui/Screen.module.css"
import { useRemoval } from "../ui/useRemoval.tsx"
import { useKindWords } from "../words/useKindWords.ts"
import { useAccountWords } from "../account/useAccountWords.ts"
import { TagDialog } from "./TagDialog.tsx"

const Swatch = ({ color }: { readonly color: string }) => (
  <span className={css["swatch"]} style={{ background: color }} aria-hidden />
)

const countOf = (tag: TagRecord, kind: MonitorKind): number => tag[`${kind}Count`]

const GeneralCount = ({ count, kind }: { readonly kind: GeneralKind; readonly count: number }) =>
  useKindWords(kind).count(String(count))

const KindCount = ({ kind, tag }: { readonly kind: MonitorKind; readonly tag: TagRecord }) => {
  const words = useAccountWords().tags
  const count = countOf(tag, kind)
  if (count === 0 && kind !== "domain") return null
  return (
    <Link href={`${screensOf(kind)}?tag=${encodeURIComponent(tag.id)}`}>
      {isGeneralKind(kind) ? (
        <GeneralCount kind={kind} count={count} />
      ) : kind === "domain" ? (
        words.domains(count)
      ) : (
        words.pages(count)
      )}
    </Link>
  )
}

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
  const { color, name } = tag
  return (
    <li className={css["row"]}>
      <Swatch color={color} />
      <span className={`${css["grow"]} ${css["strong"]}`}>
        <bdi>{name}</bdi>
      </span>
      {kindNames.map((kind) => (
        <KindCount key={kind} kind={kind} tag={tag} />
      ))}
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
    (tag) => <p>{words.removeHint(tag === null ? 0 : kindNames.reduce((sum, kind) => sum + countOf(tag, kind), 0))}</p>
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
