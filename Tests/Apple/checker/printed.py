"""Interfaces of modules that come without one, such as Foundation and those of packages: the toolchain prints what they
declare, and not all in the form of an interface."""
import re
from dataclasses import dataclass

from toolchain import LIBRARY, LINUX, run


def interface(module, *flags):
    """Its declarations, and the names of the modules that it imports."""
    command = LIBRARY.parent.parent / "bin/swift-synthesize-interface"
    text = run(command, "-module-name", module, "-target", LINUX, *flags, "-o", "-").stdout
    text = re.sub(r"^ *///.*\n|/\*[\s\S]*?\*/", "", text, flags=re.M)
    imports = re.findall(r"^import (?:\w+ )?(\w+)", text, re.M)
    text = re.sub(r"^import .*\n|\n(?=\n)", "", text, flags=re.M)
    return corrected(text), list(dict.fromkeys(imports))


# MARK: - Declarations


@dataclass
class Declaration:
    line: int
    indent: int
    kind: str
    name: str
    path: str  # Data.count, URL.init(string:), strlen(_:)
    context: str  # the kind of the type or extension around it


DECLARATION = re.compile(
    r"( *)(?:@\S+ |[a-z]+(?:\(\w+\))? )*?"
    r"(struct|class(?! (?:func|var|let|subscript)\b)|enum|protocol|extension|actor|func|var|let|init|subscript|case"
    r"|typealias|associatedtype|macro)\b[?!]?\s*(.*)"
)
TYPES = ("struct", "class", "enum", "protocol", "extension", "actor")


def declarations(lines):
    """Each is on a line of its own, after those with its attributes."""
    around = [("", "", -1)]  # kinds, paths and indentation
    for number, line in enumerate(lines):
        if match := DECLARATION.match(line):
            indent, kind, rest = len(match[1]), match[2], match[3]
            while around[-1][2] >= indent:
                around.pop()
            context, path, _ = around[-1]
            name = name_of(kind, rest)
            yield Declaration(number, indent, kind, name, path + name, context)
            if kind in TYPES and line.endswith("{"):
                around.append((kind, f"{path}{name}.", indent))


def name_of(kind, rest):
    if kind == "init":
        return kind + labels(rest)
    if kind == "subscript":
        return kind + labels(rest, unnamed=True)
    name = re.match(r"[\w`$.]+|\S+", rest)[0]
    if kind == "func":
        return name.replace("`", "") + labels(rest[len(name) :].lstrip(), unnamed=not name[0].isalpha())
    return name.replace("`", "")


def labels(rest, unnamed=False):
    """The labels of a function of which this stands behind the name. A parameter's only name may be no label."""
    parts, depth = [], 0
    for character in re.sub(r"^<[^(]*", "", rest).replace("->", ""):
        depth += {"(": 1, "[": 1, "<": 1, ")": -1, "]": -1, ">": -1}.get(character, 0)
        if depth == 0:
            break
        if depth == 1 and character in "(,":
            parts.append("")
        else:
            parts[-1] += character
    names = [part.split(":")[0].split() for part in parts if ":" in part]
    return "(" + "".join("_:" if unnamed and len(each) == 1 else f"{each[0]}:" for each in names) + ")"


def attributes(lines, number):
    """The numbers of the lines with the attributes of the declaration in this line."""
    first = number
    while lines[first - 1].lstrip().startswith("@") and not DECLARATION.match(lines[first - 1]):
        first -= 1
    return range(first, number)


def without(lines, wrong):
    """The lines without the declarations that have one of the numbers in `wrong`."""
    gone = set()
    indent = lambda line: len(line) - len(line.lstrip())
    for first in wrong:
        last, depth = first, indent(lines[first])
        if lines[first].endswith("{"):
            while lines[last].strip() != "}" or indent(lines[last]) != depth:
                last += 1
        elif lines[first].strip() == "}":
            while not lines[first].endswith("{") or indent(lines[first]) != depth:
                first -= 1
        gone.update(attributes(lines, first), range(first, last + 1))
    return [line for number, line in enumerate(lines) if number not in gone]


# MARK: - Corrections

STRING = "public typealias StringInterpolation = SwiftSyntaxBuilder.SyntaxStringInterpolation"
CORRECTIONS = [
    # What an interface has in another form.
    (r"\b(?:private|internal|fileprivate|package)\(set\) |@inlinable |\blazy |\bweak ", ""),
    (r"^(.*\blet [^{\n]*?) \{ get \}$", r"\1"),
    (r"(var (?:span|bytes): (?:Raw)?Span\S*) \{ get \}", r"\1 { @_lifetime(borrow self) get }"),
    (r"(var mutable(?:Span|Bytes): \S+) \{ mutating get \}", r"\1 { @_lifetime(&self) mutating get }"),
    (r"\b(enum|struct) Error : Error\b", r"\1 Error : Swift.Error"),
    # What it lacks: types of C, declarations that are not public, the attributes and types that follow from others.
    (r"^public typealias [^=\n]*\n", ""),
    (r"(class DispatchGroup .*\n+    )override |override (?=public func contains\(text: SwiftSyntax)", r"\1"),
    (r"^ +(public init<T, Value>\(_ value: Value, strategy: T\))", r"@_disfavoredOverload \1"),
    (r"^extension \w+ : SwiftSyntaxBuilder.SyntaxExpressibleByStringInterpolation \{$", rf"\g<0>\n    {STRING}"),
]


def corrected(text):
    for pattern, replacement in [*CORRECTIONS, (r"public enum Code : Int, Sendable \{([^}]*)", structure)]:
        text = re.sub(pattern, replacement, text, flags=re.M)
    lines, seen, superfluous = text.split("\n"), set(), []
    for each in list(declarations(lines)):
        line = lines[each.line]
        if each.kind in ("let", "var") and each.indent == 0:  # They are printed twice.
            superfluous += [each.line] if each.name in seen else []
            seen.add(each.name)
        # That another overload has priority over a deprecated one is not printed.
        is_deprecated = any("(*, deprecated" in lines[number] for number in attributes(lines, each.line))
        if is_deprecated and each.kind in ("func", "init", "subscript", "var") and each.context != "protocol":
            superfluous.append(each.line)
        if each.kind in ("var", "subscript") and "{" not in line:
            lines[each.line] += " { get set }"
        raw = re.search(r"\benum \w+ : (String|U?Int\d*)\b", line)
        if raw and "rawValue" not in "".join(lines[each.line : each.line + 4]):
            lines[each.line] += raw_value(" " * (each.indent + 4), raw[1])
    return "\n".join(without(lines, superfluous))


def raw_value(indent, type):
    members = [f"init?(rawValue: {type})", f"typealias RawValue = {type}", f"var rawValue: {type} {{ get }}"]
    return "".join(f"\n{indent}public {member}" for member in members)


def structure(match):
    """The codes of URLError are a structure on Apple's platforms. The compiler checks the version of a constant in a
    pattern, but not that of an enumeration's case."""
    constants = re.sub(r"case (\w+)", r"public static var \1: URLError.Code { get }", match[1])
    members = "public init(rawValue: Int)\n        public var rawValue: Int { get }"
    return f"public struct Code : RawRepresentable, Hashable, Sendable {{\n        {members}{constants}"
