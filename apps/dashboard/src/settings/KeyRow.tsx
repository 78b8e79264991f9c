import type { ApiKeyRecord } from "@mon/model"
import { Button } from "../ui/Button.tsx"
import css from "../ui/Screen.module.css"
import { Ago, useNow } from "../ui/time.tsx"
import { useAccountWords } from "../account/useAccountWords.ts"
import { useLanguage } from "../words/language.ts"

const MINUTE_MS = 60_000
/** The time before a key's expiry at which the key starts to be marked, in milliseconds. */
const SOON_MS = 7 * 86_400_000

const Expiry = ({ at }: { readonly at: string }) => {
  const { format } = useLanguage()
  const words = useAccountWords().keys
  const now = useNow(MINUTE_MS)
  const ms = Date.parse(at)
  const isOver = ms <= now
  return (
    <time
      className={css["chip"]}
      data-state={isOver ? "bad" : ms - now <= SOON_MS ? "fair" : undefined}
      dateTime={at}
      title={format.dateTime(ms)}
    >
      {isOver ? words.expired : words.expires(format.until(ms, now))}
    </time>
  )
}

export type KeyAction = "rename" | "replace" | "delete"

export const KeyRow = ({
  apiKey,
  onAsk
}: {
  readonly apiKey: ApiKeyRecord
  readonly onAsk: (action: KeyAction) => void
}) => {
  const words = useAccountWords().keys
  const { createdAt, expiresAt, lastUsedAt, name, scope, shown, state } = apiKey
  return (
    <li className={css["row"]}>
      <span className={css["grow"]}>
        <span className={css["strong"]}>
          <bdi>{name}</bdi>
        </span>
        <span className={css["under"]}>
          <code>{shown}</code> · {words.made} <Ago at={createdAt} /> ·{" "}
          {lastUsedAt === null ? (
            words.unused
          ) : (
            <>
              {words.used} <Ago at={lastUsedAt} />
            </>
          )}
        </span>
        {state === "over_limit" ? <span className={`${css["small"]} ${css["bad"]}`}>{words.overLimit}</span> : null}
      </span>
      <span className={css["chips"]}>
        <span className={css["chip"]}>{words.scopes[scope]}</span>
        {expiresAt === null ? null : <Expiry at={expiresAt} />}
      </span>
      <span className={css["chips"]}>
        <Button aria-label={words.renameOne(name)} onClick={() => onAsk("rename")}>
          {words.rename}
        </Button>
        {state === "active" ? (
          <Button aria-label={words.replaceOne(name)} onClick={() => onAsk("replace")}>
            {words.replace}
          </Button>
        ) : null}
        <Button kind="danger" aria-label={words.removeOne(name)} onClick={() => onAsk("delete")}>
          {words.remove}
        </Button>
      </span>
    </li>
  )
}
