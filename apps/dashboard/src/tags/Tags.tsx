import type { TagRecord } from "@mon/model"
import { useState } from "react"
import { Link } from "wouter"
import { accountEndpoints } from "../api/accountEndpoints.ts"
import { accountKeys, reread } from "../api/accountQueries.ts"
import { keys, useTags } from "../api/queries.ts"
import { useManages } from "../api/rank.ts"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { Nothing, Screen } from "../ui/Screen.tsx"
import css from "../ui/Screen.module.css"
import { useAccountWords } from "../account/useAccountWords.ts"
import { TagDialog } from "./TagDialog.tsx"

/** The open dialog: a tag is created (null), changed or deleted. */
type Open =
  | { readonly kind: "edit"; readonly tag: TagRecord | null }
  | { readonly kind: "delete"; readonly tag: TagRecord }
  | null

const Swatch = ({ color }: { readonly color: string }) => (
  <span className={css["swatch"]} style={{ background: color }} aria-hidden />
)

const Row = ({
  canChange,
  onOpen,
  tag
}: {
  readonly tag: TagRecord
  readonly canChange: boolean
  readonly onOpen: (open: Open) => void
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
          <Button aria-label={words.editOne(name)} onClick={() => onOpen({ kind: "edit", tag })}>
            {words.editButton}
          </Button>
          <Button kind="danger" aria-label={words.removeOne(name)} onClick={() => onOpen({ kind: "delete", tag })}>
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
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const deleted = open?.kind === "delete" ? open.tag : null
  const remove = async (tag: TagRecord) => {
    await accountEndpoints.removeTag(tag.id)
    await reread(accountKeys.tags, keys.monitors)
    notify(words.removed(tag.name))
  }
  return (
    <Screen
      title={words.title}
      actions={
        <>
          <Curl path="/tags" />
          {manages ? (
            <Button kind="primary" onClick={() => setOpen({ kind: "edit", tag: null })}>
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
                <Row key={tag.id} tag={tag} canChange={manages} onOpen={setOpen} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {open?.kind === "edit" ? <TagDialog key={open.tag?.id ?? "new"} open tag={open.tag} onClose={close} /> : null}
      <Confirm
        open={deleted !== null}
        title={words.removeTitle(deleted?.name ?? "")}
        action={words.removeButton}
        onConfirm={() => (deleted === null ? Promise.resolve() : remove(deleted))}
        onClose={close}
      >
        <p>{words.removeHint((deleted?.domainCount ?? 0) + (deleted?.urlCount ?? 0))}</p>
      </Confirm>
    </Screen>
  )
}

export default Tags
