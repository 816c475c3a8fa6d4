const lowest = 22

if (Number.parseInt(process.versions.node) < lowest)
  throw new Error(`@onair/testing requires Node ${lowest} or newer; this is Node ${process.versions.node}.`)
