// The examples of "Detecting API changes".
import Repartee
import ReparteeDrift

func hearOfChanges(_ client: inout Client) {
  client.drift = DriftDetector()
  client.observers.append(
    .handler { event in
      if let drift = event.drift { print(drift) }
    })
}

func hearOfAllKeys(_ client: inout Client) {
  client.drift = DriftDetector(
    sampling: 1, reportsAllUnreadKeys: true)
}
