/** Programs of the tutorial's pages. */
import ts from 'typescript';

/** A program of a page as Node 20 runs it, without its types. */
export function compiledProgram(source: string): string {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
  };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}
