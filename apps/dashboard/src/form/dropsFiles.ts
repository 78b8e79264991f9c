import type { DragEvent } from "react"

/** Returns the props that make an element accept dropped files. */
export const dropsFiles = (onFiles: (files: FileList) => void) => ({
  onDragOver: (event: DragEvent) => event.preventDefault(),
  onDrop: (event: DragEvent) => {
    event.preventDefault()
    onFiles(event.dataTransfer.files)
  }
})
