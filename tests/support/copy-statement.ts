/** Copies a database. Copying its files costs a third of copying its pages through the log, which no test reads. */
export const copyStatement = (name: string, from: string): string =>
  `create database ${name} template ${from} strategy file_copy`
