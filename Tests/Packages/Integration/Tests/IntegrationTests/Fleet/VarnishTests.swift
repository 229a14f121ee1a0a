import Foundation
import Repartee
import ReparteeCaching
import Testing

extension FleetTests {
  /// Two caches: a machine's own, and the one that all share.
  struct VarnishTests {
    let id = Fleet.number()
    var path: String { "/items/\(id)" }

    @Test func whatOneMachineHasFetchedSparesTheOriginTheOthers() async throws {
      let (ada, bob) = (Fleet.varnish.machine, Fleet.varnish.machine)
      let first = try await ada.response(to: GetItem(id: id))
      #expect(first.source == .network && first.age == .zero)
      #expect(first.cacheStatus.map(\.description) == ["varnish: miss"])
      #expect(first.cacheStatus.first?.forwardedStatus == 200 && first.cacheStatus.first?.isStored == true)

      let other = try await bob.response(to: GetItem(id: id))
      #expect(other.source == .network && other.value == first.value)
      #expect(other.cacheStatus.map(\.description) == ["varnish: hit"])

      let again = try await ada.response(to: GetItem(id: id))
      #expect(again.source == .cache && again.value == first.value)
      #expect(try await Fleet.count(of: path) == 1)
    }

    @Test(arguments: [CachePolicy.reload, .noCache])
    func aPolicyIsHeardByTheSharedCache(_ policy: CachePolicy) async throws {
      let (ada, bob) = (Fleet.varnish.machine, Fleet.varnish.machine)
      _ = try await ada.send(GetItem(id: id))
      _ = try await bob.send(GetItem(id: id))
      let reply = try await ada.response(to: GetItem(id: id)) { $0.cachePolicy = policy }
      #expect(reply.source == (policy == .reload ? .network : .validated))
      #expect(reply.cacheStatus.first?.forwarded == "request")
      // What is fresh Varnish does not validate: it fetches the response anew, and tells the machine that it is the
      // same.
      #expect(reply.cacheStatus.first?.forwardedStatus == 200)
      #expect(try await Fleet.visits(of: path).map(\.status) == [200, 200])
      #expect(try await bob.response(to: GetItem(id: id)).source == .cache)
    }

    /// The machine's clock is a minute fast: to it the response is stale.
    @Test func aValidationIsAnsweredByTheSharedCache() async throws {
      let ada = Fleet.varnish.machine
      let value = try await ada.send(GetItem(id: id))
      let reply = try await ada.after(seconds: 61).response(to: GetItem(id: id))
      #expect(reply.source == .validated && reply.value == value)
      #expect(reply.cacheStatus.first?.isHit == true)
      #expect(try await Fleet.count(of: path) == 1)
    }

    @Test func whatIsStaleInBothIsValidatedByTheOrigin() async throws {
      let ada = Fleet.varnish.machine
      let call = GetItem(id: id, cacheControl: "max-age=1")
      let value = try await ada.send(call)
      var reply = try await ada.response(to: call)
      let isValidated = try await Fleet.eventually {
        reply = try await ada.response(to: call)
        return reply.cacheStatus.first?.forwarded == "stale"
      }
      #expect(isValidated && reply.source == .validated && reply.value == value)
      #expect(reply.cacheStatus.first?.forwardedStatus == 304)
      #expect(try await Fleet.visits(of: path).map(\.status) == [200, 304])
    }

    /// A minute is a minute from the origin on, not from cache to cache.
    @Test func whatHasGrownOldInTheSharedCacheIsNoYoungerInTheMachines() async throws {
      let ada = Fleet.varnish.machine
      _ = try await Fleet.varnish.client.send(GetItem(id: id))
      let hasGrownOld = try await Fleet.eventually {
        try await Fleet.varnish.client.response(to: GetItem(id: id)).age ?? .zero >= .seconds(2)
      }
      #expect(hasGrownOld)
      let first = try await ada.response(to: GetItem(id: id))
      #expect(first.source == .network && first.age ?? .zero >= .seconds(2))
      #expect(try await ada.after(seconds: 40).response(to: GetItem(id: id)).source == .cache)
      #expect(try await ada.after(seconds: 58).response(to: GetItem(id: id)).source == .validated)
      #expect(try await Fleet.count(of: path) == 1)
    }

    @Test(arguments: [nil, "max-age=60", "no-cache", "max-age=60, must-revalidate"])
    func nobodyGetsWhatIsAnothers(_ cacheControl: String?) async throws {
      let call = GetPrivate(id: id, cacheControl: cacheControl)
      // One cache for two users, as behind a gateway.
      let gateway = Fleet.varnish.machine
      var (ada, bob) = (gateway, gateway)
      ada.headers[.authorization] = "Bearer ada-\(id)"
      bob.headers[.authorization] = "Bearer bob-\(id)"
      let own = try await ada.send(call)
      let others = try await bob.send(call)
      #expect(own != nil && others != nil && own != others)
      #expect(try await gateway.send(call) == nil)
      for _ in 0..<3 {
        #expect(try await ada.send(call) == own)
        #expect(try await bob.send(call) == others)
        #expect(try await gateway.send(call) == nil)
      }
      // Nor does the shared cache have it.
      ada.cache = ResponseCache()
      let elsewhere = try await ada.response(to: call)
      #expect(elsewhere.value == own && elsewhere.cacheStatus.first?.isHit == false)
    }

    /// The other machines' own caches do not hear of it: they have what is fresh until it is not, or they ask.
    @Test func aPUTInvalidatesTheMachinesCacheAndTheShared() async throws {
      let (ada, bob, eve) = (Fleet.varnish.machine, Fleet.varnish.machine, Fleet.varnish.machine)
      #expect(try await ada.send(GetItem(id: id)).version == 1)
      #expect(try await bob.send(GetItem(id: id)).version == 1)
      #expect(try await ada.send(SaveItem(id: id, value: "another")).version == 2)

      let reply = try await ada.response(to: GetItem(id: id))
      #expect(reply.value == Item(id: id, version: 2, value: "another"))
      #expect(reply.source == .network)
      #expect(reply.cacheStatus.map(\.description) == ["varnish: miss"])
      #expect(try await eve.send(GetItem(id: id)).version == 2)

      #expect(try await bob.send(GetItem(id: id)).version == 1)
      #expect(try await bob.send(GetItem(id: id)) { $0.cachePolicy = .noCache }.version == 2)
    }

    /// The origin takes its time, and no call but the first waits for it.
    @Test(arguments: [true, false])
    func whatIsStaleIsUsedWhileTheOriginIsAsked(hasOwnCache: Bool) async throws {
      let client = hasOwnCache ? Fleet.varnish.machine : Fleet.varnish.client
      let call = GetItem(id: id, cacheControl: "max-age=1, stale-while-revalidate=60", milliseconds: 300)
      #expect(try await client.send(call).version == 1)
      // Varnish does not hear of it.
      _ = try await Fleet.origin.client.send(SaveItem(id: id, value: "another"))
      let isNew = try await Fleet.eventually {
        let reply = try await client.response(to: call)
        if hasOwnCache {
          #expect(reply.source == .cache)
        } else {
          #expect(reply.cacheStatus.first?.isHit == true)
        }
        return reply.value.version == 2
      }
      #expect(isNew)
    }
  }
}
