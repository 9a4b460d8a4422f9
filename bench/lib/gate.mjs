/** Something that waits until it is opened. */
export function createGate() {
  /** @type {() => void} */
  let open
  const opened = new Promise((resolve) => (open = resolve))
  return { opened, open: () => open() }
}
