export interface Message {
  readonly text: string
  readonly undo: { readonly label: string; readonly run: () => void } | null
}

let queue: ReadonlyArray<Message> = []
const listeners = new Set<() => void>()

const publish = (next: ReadonlyArray<Message>): void => {
  queue = next
  for (const listener of listeners) listener()
}

export const notify = (text: string, undo: Message["undo"] = null): void => publish([...queue, { text, undo }])

export const messageQueue = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  current: (): ReadonlyArray<Message> => queue,
  drain: (): ReadonlyArray<Message> => {
    const waiting = queue
    if (waiting.length > 0) publish([])
    return waiting
  }
}
