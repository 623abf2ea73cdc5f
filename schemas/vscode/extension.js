"use strict";

// Starts `cahier lsp` and connects the editor's YAML files with it; all that it can do is done there.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** @type {LanguageClient | undefined} */
let client;

async function activate() {
  const command = vscode.workspace.getConfiguration("cahier").get("command", "cahier");
  client = new LanguageClient(
    "cahier",
    "cahier",
    { command, args: ["lsp"] },
    { documentSelector: [{ scheme: "file", language: "yaml" }] },
  );
  try {
    await client.start();
  } catch {
    vscode.window.showErrorMessage(
      `\`${command} lsp\` can't be started. Install it with pip install 'cahier[editor]', ` +
        "and set `cahier.command` to its path if it is not found.",
    );
  }
}

async function deactivate() {
  await client?.stop();
}

module.exports = { activate, deactivate };
