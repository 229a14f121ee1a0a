extension Comparer {
  /// Compares the bodies as a whole; returns whether their fields can be compared.
  func compareBody(_ one: Side.Call, _ other: Side.Call, _ index: Int) -> Bool {
    let calls = (old: one, new: other)
    let members = (
      old: one.plan.members.first(where: \.isBody), new: other.plan.members.first(where: \.isBody)
    )
    func named(_ member: Member?, _ plan: EndpointPlan) -> Named {
      Named(path: "\(plan.name).\(member?.name ?? "body")", type: member?.fullType)
    }
    var spot = operationSpot(calls, index)
    (spot.unit, spot.label, spot.key, spot.place) = (.body, "the body", "body", nil)
    spot.before = named(members.old, one.plan)
    spot.after = named(members.new, other.plan)
    switch (one.operation.body, other.operation.body) {
    case (nil, nil): return false
    case (_?, nil):
      report(gone: spot, .breaks, "the body is gone")
      return false
    case (nil, let body?):
      let end = body.isRequired ? ", and has to be there" : ""
      report(new: spot, body.isRequired ? .breaks : .neither, "the body is new\(end)")
      return false
    case (let before?, let after?):
      guard compareContentType(before, after, at: spot) else { return false }
      compare(before, after, members, calls, at: spot)
      compareParts(before, after, at: spot)
      return members.old == nil && members.new == nil
    }
  }

  /// Compares the types that the document gives the parts of a form.
  private func compareParts(_ one: Body, _ other: Body, at spot: Spot) {
    guard one.format == .multipart, other.format == .multipart,
      case .object(let before) = old.types.resolved(one.schema).shape,
      case .object(let after) = new.types.resolved(other.schema).shape
    else { return }
    for key in Set(before.properties.map(\.key)).intersection(after.properties.map(\.key)) {
      let type = (old: one.parts[key]?.contentType, new: other.parts[key]?.contentType)
      guard type.old != type.new else { continue }
      var spot = spot
      (spot.unit, spot.key) = (.parameter, "part \(key)")
      let sentence = "\(key) is \(type.new ?? "of any content type"), no longer \(type.old ?? "of any")"
      report(spot, .contentType, .breaks, sentence, before: nil, after: nil, part: "content type")
    }
  }

  /// Returns whether the bodies are sent in one format.
  private func compareContentType(_ one: Body, _ other: Body, at spot: Spot) -> Bool {
    let type = (old: MediaType(one.contentType).name, new: MediaType(other.contentType).name)
    let others = (old: one.otherContentTypes, new: other.otherContentTypes)
    if type.old != type.new || one.format != other.format {
      let isStillTaken = others.new.contains { MediaType($0).name == type.old }
      let sentence =
        "the body is sent as \(other.contentType), \(isStillTaken ? "not" : "no longer") as \(one.contentType)"
      report(
        spot, .contentType, isStillTaken ? .swift : .breaks, sentence, before: spot.before.type,
        after: spot.after.type, part: "content type")
      // What is JSON by another name is compared.
      return one.format == other.format
    }
    compareOthers(others.old, others.new, at: spot)
    return true
  }

  /// Compares the content types that this client neither sends nor asks for.
  func compareOthers(_ one: [String], _ other: [String], at spot: Spot) {
    for type in other where !one.contains(type) {
      report(
        spot, .contentType, .neither, "\(spot.label) may be \(type), too", before: nil, after: nil, part: type
      )
    }
    for type in one where !other.contains(type) {
      report(
        spot, .contentType, .neither, "\(spot.label) may no longer be \(type)", before: nil, after: nil,
        part: type)
    }
  }

  private func compare(
    _ one: Body, _ other: Body, _ members: (old: Member?, new: Member?),
    _ calls: (old: Side.Call, new: Side.Call), at spot: Spot
  ) {
    var isReported = false
    switch members {
    case (let member?, let next?):
      var inner = spot
      inner.place = "body"
      isReported = compare(
        Side.Value(schema: one.schema, type: Self.bare(member.type), nested: calls.old.plan.nested),
        Side.Value(schema: other.schema, type: Self.bare(next.type), nested: calls.new.plan.nested), at: inner
      )
      let isNull = (old: old.isNullable(one.schema), new: new.isNullable(other.schema))
      if isNull.old != isNull.new, !isReported {
        // Nil is no body where it may be left out.
        let isSent = one.isRequired
        report(
          spot, isNull.new ? .nullable : .notNull, !isSent ? .neither : isNull.old ? .breaks : .swift,
          "the body may \(isNull.new ? "" : "no longer ")be null", part: "null")
        isReported = true
      }
    case (nil, nil): break
    default: isReported = retype(spot, .breaks)
    }
    if one.isRequired != other.isRequired {
      report(
        spot, other.isRequired ? .required : .optional, other.isRequired ? .breaks : .swift,
        "the body \(other.isRequired ? "has to be there" : "may be left out")", part: "presence")
    } else if !isReported {
      compareSwift(spot)
    }
    reportWords(spot, one.documentation, other.documentation)
  }
}
