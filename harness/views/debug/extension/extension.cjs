/** Tells the editor how the adapter is started; everything else is in the adapter. */
const vscode = require('vscode');

const DEFAULT_COMMAND = ['npx', 'lockstep', 'debug'];

exports.activate = (context) => {
  const factory = {
    createDebugAdapterDescriptor(session) {
      const [program, ...words] = session.configuration.command ?? DEFAULT_COMMAND;
      const cwd = session.workspaceFolder?.uri.fsPath;
      return new vscode.DebugAdapterExecutable(program, words, cwd === undefined ? {} : { cwd });
    },
  };
  context.subscriptions.push(vscode.debug.registerDebugAdapterDescriptorFactory('lockstep', factory));
};
